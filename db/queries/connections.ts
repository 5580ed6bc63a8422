import type { Sql } from "@/db/client";

export type ConnectionRow = {
  connection_id: string;
  name: string;
  role: "member" | "maintainer";
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
};

/** The connection of a token, looked up by the token's SHA-256; null when there is none. */
export async function connectionByToken(sql: Sql, tokenHash: Buffer): Promise<ConnectionRow | null> {
  const [row] = await sql<ConnectionRow[]>`
    select connections.connection_id, connections.name, connections.role, connections.control_mode, connections.control_revision
    from connections
    where connections.token_hash = ${tokenHash}`;
  return row ?? null;
}

export type OwnConnectionRow = ConnectionRow & { homepage: string | null; created_at: Date; waiting: number };

/** A connection with the number of its pending operations; null when there is none. */
export async function connectionById(sql: Sql, connection_id: string): Promise<OwnConnectionRow | null> {
  const [row] = await sql<OwnConnectionRow[]>`
    select c.connection_id, c.name, c.homepage, c.role, c.control_mode, c.control_revision, c.created_at,
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
