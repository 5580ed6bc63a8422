import type { Sql } from "@/db/client";

/**
 * Takes a lease that is free or expired, or renews the caller's own; false when another holds it. It lasts `ms` from
 * now by the database clock. Of concurrent callers exactly one gets it.
 */
export async function holdLease(sql: Sql, name: string, holder: string, ms: number): Promise<boolean> {
  const rows = await sql`
    insert into leases as l (name, holder, held_until)
    values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    on conflict (name) do update
      set holder = excluded.holder, held_until = clock_timestamp() + make_interval(secs => ${ms / 1_000})
      where l.holder = excluded.holder or l.held_until <= clock_timestamp()
    returning l.name`;
  return rows.length === 1;
}

/** Releases a lease if the caller still holds it. */
export async function endLease(sql: Sql, name: string, holder: string): Promise<void> {
  await sql`
    delete from leases
    where leases.name = ${name} and leases.holder = ${holder}`;
}

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
