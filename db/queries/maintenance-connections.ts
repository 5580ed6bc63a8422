import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

/** Gives a connection the maintainer role. False when there is no such connection. */
export async function promoteConnection(sql: Sql, connection_id: string): Promise<boolean> {
  const rows = await sql`
    update connections
       set role = 'maintainer'
     where connections.connection_id = ${connection_id}
    returning connection_id`;
  return rows.length === 1;
}

export type ListedConnection = ConnectionRow & { created_at: Date; operations: number };

/** All connections, oldest first, with the number of operations each has made. */
export async function listConnections(sql: Sql): Promise<ListedConnection[]> {
  return sql<ListedConnection[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision, c.created_at,
           (select count(*)::int from operations o where o.connection_id = c.connection_id) as operations
    from connections c
    order by c.created_at, c.connection_id`;
}

export type ConnectionPosition = { created_at: string; connection_id: string };

/** Connections, newest first, after `position`. `q` filters by id or by text in the name. */
export async function connectionsByTime(
  sql: Sql,
  q: string | null,
  position: ConnectionPosition | null,
  limit: number,
): Promise<Array<ListedConnection & { homepage: string | null }>> {
  return sql<Array<ListedConnection & { homepage: string | null }>>`
    select c.connection_id, c.name, c.homepage, c.role, c.control_mode, c.control_revision, c.created_at,
           (select count(*)::int from operations o where o.connection_id = c.connection_id) as operations
    from connections c
    where ${q === null ? sql`true` : sql`(c.connection_id = ${q} or strpos(lower(c.name), lower(${q})) > 0)`}
      and ${position ? sql`(c.created_at, c.connection_id) < (${position.created_at}::timestamptz, ${position.connection_id})` : sql`true`}
    order by c.created_at desc, c.connection_id desc
    limit ${limit}`;
}
