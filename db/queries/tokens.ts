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
