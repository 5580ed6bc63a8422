import type { Sql } from "@/db/client";

/**
 * A number as a part of a statement's text. Statements are planned for any values (`db/connect.ts`), and a limit of any
 * value counts as a tenth of all rows, for which Postgres would scan whole tables. For constants only, because each
 * number makes another statement.
 */
export function fixed(sql: Sql, constant: number) {
  return sql.unsafe(String(Math.trunc(constant)));
}
