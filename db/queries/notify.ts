import type { Sql } from "@/db/client";

/** Notifies everyone who listens to a channel. */
export async function notify(sql: Sql, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`;
}
