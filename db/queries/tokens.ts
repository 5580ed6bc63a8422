import type { Sql } from "@/db/client";

export type Rotation = { connection_id: string; from: Buffer; to: Buffer; overlap_seconds: number };

/**
 * Replaces a connection's token if `from` is still its newest one; null when it is not. The replaced one works for the
 * overlap. The one before it ends at once, so at most two work. One statement: of parallel rotations one wins.
 */
export async function rotateToken(sql: Sql, rotation: Rotation): Promise<{ earlier_token_ends_at: Date } | null> {
  const { connection_id, from, to, overlap_seconds } = rotation;
  const [row] = await sql<{ earlier_token_ends_at: Date }[]>`
    update connections
       set token_hash = ${to},
           earlier_token_hash = case when ${overlap_seconds}::int > 0 then connections.token_hash end,
           earlier_token_ends_at = case when ${overlap_seconds}::int > 0 then now_ms() + make_interval(secs => ${overlap_seconds}) end
     where connections.connection_id = ${connection_id} and connections.token_hash = ${from}
    returning coalesce(connections.earlier_token_ends_at, now_ms()) as earlier_token_ends_at`;
  return row ?? null;
}

/** Replaces every token of a connection by one. */
export async function replaceTokens(sql: Sql, connection_id: string, to: Buffer): Promise<void> {
  await sql`
    update connections
       set token_hash = ${to}, earlier_token_hash = null, earlier_token_ends_at = null
     where connections.connection_id = ${connection_id}`;
}

export type RecoveryCodeRow = { code_id: string; salt: Buffer; code_hash: Buffer };

/** Stores the recovery codes of a connection. */
export async function storeRecoveryCodes(sql: Sql, connection_id: string, codes: RecoveryCodeRow[]): Promise<void> {
  await sql`
    insert into recovery_codes ${sql(codes.map((code) => ({ connection_id, ...code })))}`;
}

/** The stored form of a recovery code that is not used yet, with its connection; null when there is none. */
export async function findRecoveryCode(
  sql: Sql,
  code_id: string,
): Promise<(RecoveryCodeRow & { connection_id: string; name: string }) | null> {
  const [row] = await sql<(RecoveryCodeRow & { connection_id: string; name: string })[]>`
    select r.code_id, r.connection_id, r.salt, r.code_hash, c.name
    from recovery_codes r
    join connections c on c.connection_id = r.connection_id
    where r.code_id = ${code_id}`;
  return row ?? null;
}

/** Uses up a recovery code; returns how many the connection has left, null when another caller has used it. */
export async function spendRecoveryCode(sql: Sql, code_id: string, connection_id: string): Promise<number | null> {
  const { count } = await sql`
    delete from recovery_codes
     where recovery_codes.code_id = ${code_id}`;
  if (count === 0) return null;
  const [left] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from recovery_codes r
    where r.connection_id = ${connection_id}`;
  return left?.count ?? 0;
}
