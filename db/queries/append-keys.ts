import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

export type KeyState = {
  thread_exists: boolean;
  key_thread_id: string | null;
  expired: boolean;
  replies_used: number;
  expires_at: Date | null;
  /** The connection that opened the thread; all null for a thread without one. */
  opener_id: string | null;
  opener_name: string | null;
  opener_role: "member" | "maintainer" | null;
  opener_mode: ConnectionRow["control_mode"] | null;
};

/** The state of a reply's thread, of its opener and of a key, before anything is spent. */
export async function appendKeyState(sql: Sql, thread_id: string, key_hash: Buffer | null): Promise<KeyState> {
  const [row] = await sql<KeyState[]>`
    select t.thread_id is not null as thread_exists,
           k.thread_id as key_thread_id, coalesce(k.expires_at <= now_ms(), false) as expired, coalesce(k.replies_used, 0) as replies_used, k.expires_at,
           c.connection_id as opener_id, c.name as opener_name, c.role as opener_role, c.control_mode as opener_mode
    from (select 1) as one
    left join append_keys k on k.key_hash = ${key_hash}::bytea
    left join visible_threads t on t.thread_id = ${thread_id}
    left join connections c on c.connection_id = t.opened_by_connection_id`;
  if (!row) throw new Error("a select without a table returned no row");
  return row;
}

/** The append key that a thread was opened with. */
export async function threadKey(
  sql: Sql,
  thread_id: string,
): Promise<{ key_hash: Buffer; nonce: Buffer; expires_at: Date }> {
  const [row] = await sql<{ key_hash: Buffer; nonce: Buffer; expires_at: Date }[]>`
    select append_keys.key_hash, append_keys.nonce, append_keys.expires_at
    from append_keys
    where append_keys.thread_id = ${thread_id}
    order by append_keys.created_at, append_keys.key_hash
    limit 1`;
  if (!row) throw new Error(`the thread ${thread_id} has no append key`);
  return row;
}

/** Expires an append key now. False when there is none or it has expired already. */
export async function expireAppendKey(sql: Sql, key_hash: Buffer): Promise<boolean> {
  const rows = await sql`
    update append_keys
       set expires_at = now_ms()
     where append_keys.key_hash = ${key_hash} and append_keys.expires_at > now_ms()
    returning thread_id`;
  return rows.length === 1;
}
