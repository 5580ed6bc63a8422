import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import { FORMAT, type Header, ROWS_END } from "@/db/backup/format";
import { backedTables, schemaVersions, sequences } from "@/db/backup/tables";

export type RowCounts = Record<string, number>;

/**
 * Writes everything the database holds, as of one moment, to `file`, while the service goes on. The file appears whole
 * or not at all, readable by its owner only: it holds hashes of keys and what is hidden. Returns the rows of each table.
 */
export async function writeBackup(
  sql: postgres.Sql,
  file: string,
  onTable: (table: string) => void = () => {},
): Promise<RowCounts> {
  const unfinished = `${file}.part`;
  const counts: RowCounts = {};
  try {
    await sql.begin("isolation level repeatable read read only", async (tx) => {
      const lines = Readable.from(backupLines(tx, counts, onTable));
      await pipeline(lines, createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return counts;
}

async function* backupLines(
  sql: postgres.TransactionSql,
  counts: RowCounts,
  onTable: (table: string) => void,
): AsyncGenerator<Buffer | string> {
  const header: Header = {
    format: FORMAT,
    created_at: new Date().toISOString(),
    schema: await schemaVersions(sql),
    sequences: await sequences(sql),
  };
  yield line(header);
  for (const { table, columns } of await backedTables(sql)) {
    onTable(table);
    yield line({ table, columns });
    let rows = 0;
    const copied = await sql`copy (select ${sql(columns)} from ${sql(table)}) to stdout`.readable();
    for await (const chunk of copied) {
      rows += newlines(chunk);
      yield chunk;
    }
    counts[table] = rows;
    yield `${ROWS_END}\n`;
  }
  yield line({ end: true, rows: counts });
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** A newline within a value is escaped by COPY, so each one ends a row. */
function newlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
