import type postgres from "postgres";
import { isConnectionLost, NotCommitted } from "@/db/failures";

/** A transaction's own limits, in milliseconds. */
export type Limits = { statementMs: number; lockMs?: number; idleMs?: number };

/**
 * Runs `work` in one transaction on a reserved connection of `sql`: commits when it resolves, rolls back when it
 * throws. The limits end with the transaction. Resolves only when the server has confirmed the commit by its command
 * tag; throws `NotCommitted` when the server rolled back instead. After a connection error during the commit it is
 * unknown whether the transaction is stored.
 *
 * `begin` of postgres.js 3.4.9 is not used, because it resolves without reading that tag. Its `commit` is also a
 * prepared statement: on a server connection that does not know it, as behind a pooler, the transaction is aborted, the
 * repeated COMMIT ends as ROLLBACK without an error, and an acknowledged write is lost.
 */
export async function inTransaction<T>(
  sql: postgres.Sql,
  work: (tx: postgres.Sql) => Promise<T>,
  limits?: Limits,
): Promise<T> {
  const tx = await sql.reserve();
  try {
    await tx.unsafe(beginning(limits));
    const value = await undoing(tx, work);
    const { command } = await tx.unsafe("commit");
    if (command !== "COMMIT") throw new NotCommitted(command);
    tx.release();
    return value;
  } catch (error) {
    // postgres.js reclaims a broken connection by itself. Releasing it again would make it reusable.
    if (!isConnectionLost(error)) tx.release();
    throw error;
  }
}

/** Never send on a lost connection: postgres.js throws where the error cannot be caught, which ends the process. */
async function undoing<T>(tx: postgres.ReservedSql, work: (tx: postgres.Sql) => Promise<T>): Promise<T> {
  try {
    return await work(tx);
  } catch (error) {
    if (!isConnectionLost(error)) await tx.unsafe("rollback");
    throw error;
  }
}

/** One message, so that the limits need no extra round trip. */
function beginning(limits: Limits | undefined): string {
  const local = {
    statement_timeout: limits?.statementMs,
    lock_timeout: limits?.lockMs,
    idle_in_transaction_session_timeout: limits?.idleMs,
  };
  const set = Object.entries(local).flatMap(([name, ms]) => (ms === undefined ? [] : [`set local ${name} = ${ms}`]));
  return ["begin", ...set].join("; ");
}
