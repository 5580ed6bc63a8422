import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

export type ControlRow = Pick<ConnectionRow, "control_mode" | "control_revision">;

/** The control of a connection, locked until commit against other setters and against writes that check it. */
export function lockControl(sql: Sql, connection_id: string): Promise<ControlRow | null> {
  return lockedControl(sql, connection_id, sql`for update`);
}

/**
 * The control of a connection, locked against change until the transaction ends. The lock is exclusive, because a stream
 * of writers with shared locks would starve a setter.
 */
export function holdControl(sql: Sql, connection_id: string): Promise<ControlRow | null> {
  return lockedControl(sql, connection_id, sql`for no key update`);
}

async function lockedControl(sql: Sql, connection_id: string, lock: ReturnType<Sql>): Promise<ControlRow | null> {
  const [row] = await sql<ControlRow[]>`
    select connections.control_mode, connections.control_revision
    from connections
    where connections.connection_id = ${connection_id}
    ${lock}`;
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
