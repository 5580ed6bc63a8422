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
