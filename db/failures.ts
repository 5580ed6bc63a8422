/** Classifies a database error by its consequence for the call that got it. */

/**
 * The connection is lost or could not be made: socket errors, the server starting or stopping, "too many connections",
 * and every error that the server marks fatal, after which it closes the connection.
 */
export function isConnectionLost(error: unknown): boolean {
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECTION_|CONNECT_TIMEOUT|08|57P0|53300)/.test(
      codeOf(error),
    ) || /^(FATAL|PANIC)$/.test(severityOf(error))
  );
}

/** Possible outcomes of a failed driver call: a broken connection, or a refusal of the server. */
export function isOfDatabase(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Error && error.name === "PostgresError");
}

/** A statement or a lock timed out: the server is there and has reported it. */
export function gaveUp(error: unknown): boolean {
  return /^(57014|55P03)/.test(codeOf(error));
}

/**
 * A prepared statement no longer fits: it is unknown on this connection (26000), its name is taken (42P05), or the
 * table it reads has been altered ("cached plan must not change result type", 0A000). The statement did nothing.
 */
export function isOutdatedStatement(error: unknown): boolean {
  const code = codeOf(error);
  return code === "26000" || code === "42P05" || (code === "0A000" && routineOf(error) === "RevalidateCachedQuery");
}

/**
 * The server rolled a transaction back because of a concurrent one: a deadlock (40P01) or a serialization failure
 * (40001). Nothing of it is stored.
 */
export function lostToAnother(error: unknown): boolean {
  return /^(40P01|40001)$/.test(codeOf(error));
}

/** Why the database currently stores nothing although it answers; null for every other error. */
export function whyNothingIsStored(error: unknown): "read_only" | "no_room" | null {
  const code = codeOf(error);
  if (code === "25006") return "read_only";
  // Disk full, out of memory, a configured limit, or a failing disk.
  return /^(53|58030)/.test(code) && code !== "53300" ? "no_room" : null;
}

/** A retry may succeed unchanged: all of the above, deadlocks, and objects in use. */
export function passesByItself(error: unknown): boolean {
  return (
    isConnectionLost(error) ||
    isOutdatedStatement(error) ||
    whyNothingIsStored(error) !== null ||
    /^(E[A-Z]+|40|53|55|57|58)/.test(codeOf(error))
  );
}

/** The server rolled the transaction back in response to COMMIT. Nothing of it is stored. */
export class NotCommitted extends Error {
  constructor(tag: string) {
    super(`The server answered COMMIT with ${tag}: nothing of the transaction is stored.`);
    this.name = "NotCommitted";
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function routineOf(error: unknown): string {
  return error instanceof Error && "routine" in error ? String(error.routine) : "";
}

/** `severity` is never translated. */
function severityOf(error: unknown): string {
  return error instanceof Error && "severity" in error ? String(error.severity) : "";
}
