import type { Sql } from "@/db/client";

export type WaitingWork = {
  /** Skills wait to be indexed. */
  skills: boolean;
  /** Submissions wait whose connection allows them to be settled. */
  submissions: boolean;
  /** Versions were judged by older rules. */
  versions: boolean;
  /** The holder of the search index lease; null when there is none. */
  index_writer: string | null;
};

/** The worker's pending work, in one statement that reads a few index entries. */
export async function waitingWork(sql: Sql, lease: string, rules_version: number): Promise<WaitingWork> {
  const [row] = await sql<WaitingWork[]>`
    select exists (select from index_dirty) as skills,
           exists (
             select
             from operations o
             join connections c on c.connection_id = o.connection_id
             where o.state = 'pending'
               and o.kind = 'skill_submission'
               and c.control_mode in ('active', 'read-only')) as submissions,
           -- For exists (… < any number) Postgres would scan the table.
           coalesce(
             (select min(v.rules_version) from skill_versions v where v.withdrawn_at is null) < ${rules_version},
             false) as versions,
           (select l.holder from leases l where l.name = ${lease} and l.held_until > clock_timestamp()) as index_writer`;
  if (!row) throw new Error("a select without a table returned no row");
  return row;
}
