import type postgres from "postgres";
import type { Sql } from "@/db/client";

const FEW_MAX = 200;

/**
 * The ids that `selected` returns as `id`, if they are only a few; else null. A list with a filter reads a few rows by
 * their ids and sorts them, and walks its own order where the filter keeps many. Postgres cannot choose between the two:
 * it plans a statement once for all values (`db/connect.ts`). It plans `selected` as if all rows were wanted, so it uses
 * the filter's index.
 */
export async function fewIds(sql: Sql, selected: postgres.PendingQuery<postgres.Row[]>): Promise<string[] | null> {
  const rows = await sql<{ id: string }[]>`
    with selected as materialized (${selected})
    select selected.id
    from selected
    limit ${fixed(sql, FEW_MAX + 1)}`;
  return rows.length > FEW_MAX ? null : rows.map(({ id }) => id);
}

/**
 * A number as a part of a statement's text. Statements are planned for any values (`db/connect.ts`), and a limit of any
 * value counts as a tenth of all rows, for which Postgres would scan whole tables. For constants only, because each
 * number makes another statement.
 */
export function fixed(sql: Sql, constant: number) {
  return sql.unsafe(String(Math.trunc(constant)));
}
