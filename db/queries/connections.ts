import type { Sql } from "@/db/client";

export type ConnectionRow = {
  connection_id: string;
  name: string;
  role: "member" | "maintainer";
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
};

export type CallerRow = ConnectionRow & { token_hash: Buffer; is_use_stale: boolean };

/**
 * The connections of these tokens, by the token's SHA-256 in hexadecimal. One that was replaced counts until its overlap
 * is over.
 */
export async function connectionsByToken(sql: Sql, token_hashes: string[]): Promise<Map<string, CallerRow>> {
  const rows = await sql<CallerRow[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision, asked.token_hash,
           c.last_used_at is null or c.last_used_at < now() - ${USE_RECORDED_EVERY}::interval as is_use_stale
    from (select decode(given.hash, 'hex') as token_hash
          from unnest(${token_hashes}::text[]) as given (hash)) as asked
    join connections c
      on c.token_hash = asked.token_hash
      or (c.earlier_token_hash = asked.token_hash and c.earlier_token_ends_at > now())`;
  return new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
}

/** The connection of one token, by the token's SHA-256; null when there is none. */
export async function connectionByToken(sql: Sql, token_hash: Buffer): Promise<CallerRow | null> {
  const hash = token_hash.toString("hex");
  return (await connectionsByToken(sql, [hash])).get(hash) ?? null;
}

const USE_RECORDED_EVERY = "5 minutes";

/** Records that a connection's token is used now, unless that was recorded shortly before. */
export async function recordUse(sql: Sql, connection_id: string): Promise<void> {
  await sql`
    update connections
       set last_used_at = now_ms()
     where connections.connection_id = ${connection_id}
       and (connections.last_used_at is null or connections.last_used_at < now() - ${USE_RECORDED_EVERY}::interval)`;
}

export type OwnConnectionRow = ConnectionRow & {
  homepage: string | null;
  created_at: Date;
  last_used_at: Date | null;
  /** When the token before the last rotation ends; null when only one works. */
  earlier_token_ends_at: Date | null;
  recovery_codes: number;
  waiting: number;
};

/** A connection with the number of its pending operations; null when there is none. */
export async function connectionById(sql: Sql, connection_id: string): Promise<OwnConnectionRow | null> {
  const [row] = await sql<OwnConnectionRow[]>`
    select c.connection_id, c.name, c.homepage, c.role, c.control_mode, c.control_revision, c.created_at, c.last_used_at,
           case when c.earlier_token_ends_at > now() then c.earlier_token_ends_at end as earlier_token_ends_at,
           (select count(*)::int
            from recovery_codes r
            where r.connection_id = c.connection_id) as recovery_codes,
           (select count(*)::int
            from operations o
            where o.connection_id = c.connection_id and o.state in ('pending', 'in_review')) as waiting
    from connections c
    where c.connection_id = ${connection_id}`;
  return row ?? null;
}

/** Stores a new connection in mode `active`, revision 0. */
export async function insertConnection(
  sql: Sql,
  connection: { connection_id: string; name: string; homepage: string | null; token_hash: Buffer },
): Promise<{ created_at: Date }> {
  const [row] = await sql<{ created_at: Date }[]>`
    insert into connections (connection_id, name, homepage, token_hash)
    values (${connection.connection_id}, ${connection.name}, ${connection.homepage}, ${connection.token_hash})
    returning created_at`;
  if (!row) throw new Error("insert into connections returned no row");
  return row;
}
