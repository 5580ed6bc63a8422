import type { Sql } from "@/db/client";

export type AppealRow = { appeal_id: string; body: string; created_at: Date };

/** Stores an appeal, or finds the open one of the same version: of parallel ones, one is stored. */
export async function storeAppeal(
  sql: Sql,
  appeal: { appeal_id: string; version_id: string; body: string },
): Promise<AppealRow> {
  const [row] = await sql<AppealRow[]>`
    insert into appeals (appeal_id, version_id, body)
    values (${appeal.appeal_id}, ${appeal.version_id}, ${appeal.body})
    on conflict (version_id) where answered_by is null do update
      set version_id = excluded.version_id
    returning appeal_id, body, created_at`;
  if (!row) throw new Error("insert into appeals returned no row");
  return row;
}

/** Answers the open appeal of a version, if there is one, by a decision. */
export async function answerAppeal(sql: Sql, version_id: string, decision_id: string): Promise<void> {
  await sql`
    update appeals
       set answered_by = ${decision_id}
     where appeals.version_id = ${version_id} and appeals.answered_by is null`;
}
