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

/** How long an append key is known after its end, so that it is refused as expired. */
const KEY_DAYS = 30;
/** How long finished operations stay readable at least. */
const OPERATION_DAYS = 90;

/**
 * Deletes keys of public searches that expired a month ago, at most `limit`; returns how many. The key of a task stays:
 * it counts the replies that the token of its connection made.
 */
export async function trimAppendKeys(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from append_keys
    where append_keys.key_hash in (
      select k.key_hash
      from append_keys k
      join threads t on t.thread_id = k.thread_id
      where k.expires_at < now_ms() - make_interval(days => ${KEY_DAYS}) and t.opened_by_connection_id is null
      order by k.expires_at
      limit ${limit}
      for update of k skip locked)`;
  return count;
}

/** Deletes deliveries that their connection has acknowledged, at most `limit`; returns how many. */
export async function trimDeliveries(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from deliveries d
    using (
      select one.connection_id, one.sequence
      from feeds f
      cross join lateral (
        select a.connection_id, a.sequence
        from deliveries a
        where a.connection_id = f.connection_id and a.sequence <= f.acknowledged
        order by a.sequence
        limit ${limit}
      ) one
      limit ${limit}
    ) done
    where d.connection_id = done.connection_id and d.sequence = done.sequence`;
  return count;
}

/**
 * Deletes operations that finished 90 days ago and that no version, decision or waiting delivery names, at most `limit`;
 * returns how many.
 */
export async function trimOperations(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from operations
    where operations.operation_ref in (
      select o.operation_ref
      from operations o
      where o.state in ('succeeded', 'rejected', 'failed', 'cancelled')
        and o.updated_at < now_ms() - make_interval(days => ${OPERATION_DAYS})
        and not exists (select from skill_versions v where v.operation_ref = o.operation_ref)
        and not exists (select from decisions d where d.operation_ref = o.operation_ref)
        and not exists (select from deliveries d where d.operation_ref = o.operation_ref)
      order by o.updated_at
      limit ${limit}
      for update of o skip locked)`;
  return count;
}

/** Empties the requests of published submissions that finished 90 days ago: the version holds their texts. */
export async function trimRequests(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    update operations
       set request = null
     where operations.operation_ref in (
       select o.operation_ref
       from operations o
       where o.state in ('succeeded', 'rejected', 'failed', 'cancelled')
         and o.updated_at < now_ms() - make_interval(days => ${OPERATION_DAYS})
         and o.request is not null
       order by o.updated_at
       limit ${limit}
       for update of o skip locked)`;
  return count;
}
