import type { Readable } from "node:stream";
import { within } from "@/db/backup/within";
import type { Sql } from "@/db/client";

/**
 * The rows of a table as COPY writes them, in chunks of any size. Throws an error naming the table when it cannot be
 * read or the server sends nothing for `stallMs`; the connection is unusable after that.
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
  // A reader gets the error anyway; after the reader has given up, nobody needs it.
  copied.on("error", () => {});
  const pieces = copied[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await answered(pieces.next());
    if (done) return;
    yield value;
  }
}

/**
 * postgres.js 3.4.9 (`CopyData` in src/connection.js) pauses the socket when the stream is full, and only a later read
 * of the stream resumes it. When the last chunk and the end of the copy arrive together, the stream ends before that
 * read. The socket then stays paused and the connection never learns that the copy is complete. One more read at the
 * end resumes it.
 */
function resumeAtEnd(copied: Readable): void {
  copied.once("end", () => {
    try {
      copied._read(0);
    } catch {
      // The connection has ended too; the next query reports it.
    }
  });
}
