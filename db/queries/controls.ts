import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

export type ControlRow = Pick<ConnectionRow, "control_mode" | "control_revision">;

/** The control of a connection, locked until commit against other setters and against writes that check it. */
export async function lockControl(sql: Sql, connection_id: string): Promise<ControlRow | null> {
  const [row] = await sql<ControlRow[]>`
    select connections.control_mode, connections.control_revision
    from connections
    where connections.connection_id = ${connection_id}
    for update`;
  return row ?? null;
}

/** Sets the mode and raises the revision by one. Requires the lock of `lockControl`. */
export async function storeControl(
  sql: Sql,
  connection_id: string,
  mode: ConnectionRow["control_mode"],
): Promise<ControlRow> {
  const [row] = await sql<ControlRow[]>`
    update connections
       set control_mode = ${mode}, control_revision = connections.control_revision + 1
     where connections.connection_id = ${connection_id}
    returning control_mode, control_revision`;
  if (!row) throw new Error("the locked connection is gone");
  return row;
}

/** The control of a connection in its public form. */
export async function controlOf(
  sql: Sql,
  connection_id: string,
): Promise<{ mode: ConnectionRow["control_mode"]; control_revision: string }> {
  const [row] = await sql<ControlRow[]>`
    select connections.control_mode, connections.control_revision
    from connections
    where connections.connection_id = ${connection_id}`;
  if (!row) throw new Error("the connection is gone");
  return { mode: row.control_mode, control_revision: row.control_revision };
}
