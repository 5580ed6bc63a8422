import type { Readable } from "node:stream";
import { within } from "@/db/backup/within";
import type { Sql } from "@/db/client";

/**
 * The rows of a table as COPY writes them, in pieces of any size. Throws an error that names the table when it cannot be read,
 * also when the server sends nothing for `stallMs`; the connection is then of no further use.
 */
export async function* copyOut(
  sql: Sql,
  { table, columns }: { table: string; columns: string[] },
  stallMs: number,
): AsyncGenerator<Buffer> {
  const answered = <T>(work: PromiseLike<T>) =>
    within(stallMs, "the database", work).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the table ${table} could not be read: ${reason}.`, { cause: error });
    });
  const copied = await answered(sql`copy (select ${sql(columns)} from ${sql(table)}) to stdout`.readable());
  resumeAtEnd(copied);
  // Whoever reads it hears of an error; one who has given up need not.
  copied.on("error", () => {});
  const pieces = copied[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await answered(pieces.next());
    if (done) return;
    yield value;
  }
}

/**
 * postgres.js 3.4.9 (`CopyData` in src/connection.js) pauses the socket when the stream is full, and only a later read of the
 * stream resumes it. When the last piece and the end of the copy arrive together, the stream has ended before it is read, nobody
 * reads on, the socket stays paused and the connection never hears that the copy is complete. Reading once more at the end
 * resumes it.
 */
function resumeAtEnd(copied: Readable): void {
  copied.once("end", () => {
    try {
      copied._read(0);
    } catch {
      // The connection has ended too, which the next query says.
    }
  });
}
