import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { backedTables, FORMAT, type Header, ROWS_END, schemaVersions, sequences } from "@/db/backup/format";
import type { Sql } from "@/db/client";
import { breakOff, dedicatedConnection } from "@/db/connect";

export type RowCounts = Record<string, number>;

type Options = {
  /** Database URL; defaults to DATABASE_URL. */
  url?: string;
  onTable?: (table: string) => void;
  /** Aborts the backup; its reason is thrown. */
  signal?: AbortSignal;
  /** How long the database may send nothing while a table is read. */
  stallMs?: number;
};

const STALL_MS = 60_000;
/** Limit after which the server itself ends a backup that we abandoned, in case it does not notice. */
const LEFT_MS = 1_000;

/**
 * Writes the whole database, as of one moment, to `file` while the service keeps running. The file appears whole or not
 * at all and is readable only by its owner: it contains key hashes and hidden content. Returns the rows of each table.
 * Throws when the database sends nothing for a minute, naming the table.
 */
export async function writeBackup(
  file: string,
  { url, onTable = () => {}, signal, stallMs = STALL_MS }: Options = {},
): Promise<RowCounts> {
  const sql = dedicatedConnection(url === undefined ? {} : { url });
  const unfinished = `${file}.part`;
  const counts: RowCounts = {};
  try {
    await within(stallMs, sql.unsafe(beginning(stallMs + LEFT_MS)));
    const lines = Readable.from(backupLines(sql, counts, { onTable, stallMs }));
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(lines, createGzip(), output, { signal });
    await within(stallMs, sql.unsafe("commit"));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw signal?.aborted ? signal.reason : error;
  } finally {
    // Only closing the connection ends an abandoned copy and releases its resources on the server.
    await breakOff(sql);
  }
  return counts;
}

/** All tables as of one moment. */
function beginning(giveUpMs: number): string {
  return `begin isolation level repeatable read read only;
    set local lock_timeout = ${giveUpMs}; set local idle_in_transaction_session_timeout = ${giveUpMs}`;
}

async function* backupLines(
  sql: Sql,
  counts: RowCounts,
  { onTable, stallMs }: Required<Pick<Options, "onTable" | "stallMs">>,
): AsyncGenerator<Buffer | string> {
  const header: Header = {
    format: FORMAT,
    created_at: new Date().toISOString(),
    schema: await within(stallMs, schemaVersions(sql)),
    sequences: await within(stallMs, sequences(sql)),
  };
  yield line(header);
  for (const { table, columns } of await within(stallMs, backedTables(sql))) {
    onTable(table);
    yield line({ table, columns });
    let rows = 0;
    for await (const piece of copyOut(sql, { table, columns }, stallMs)) {
      rows += newlines(piece);
      yield piece;
    }
    counts[table] = rows;
    yield `${ROWS_END}\n`;
  }
  yield line({ end: true, rows: counts });
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** COPY escapes newlines in values, so every newline ends a row. */
function newlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/**
 * The rows of a table as COPY writes them, in chunks of any size. Throws an error naming the table when it cannot be
 * read or the server sends nothing for `stallMs`; the connection is unusable after that.
 */
async function* copyOut(
  sql: Sql,
  { table, columns }: { table: string; columns: string[] },
  stallMs: number,
): AsyncGenerator<Buffer> {
  const answered = <T>(work: PromiseLike<T>) =>
    within(stallMs, work).catch((error: unknown) => {
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

/**
 * Resolves like `work`, or rejects after `ms`: a network that drops every packet neither answers nor closes the
 * connection.
 */
async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
