import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

/** Makes a connection a maintainer's. False when there is none. */
export async function promoteConnection(sql: Sql, connection_id: string): Promise<boolean> {
  const rows = await sql`
    update connections
       set role = 'maintainer'
     where connections.connection_id = ${connection_id}
    returning connection_id`;
  return rows.length === 1;
}

export type ListedConnection = ConnectionRow & { created_at: Date; operations: number };

/** All connections, oldest first, with how many operations each has made. */
export async function listConnections(sql: Sql): Promise<ListedConnection[]> {
  return sql<ListedConnection[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision, c.created_at,
           (select count(*)::int from operations o where o.connection_id = c.connection_id) as operations
    from connections c
    order by c.created_at, c.connection_id`;
}
