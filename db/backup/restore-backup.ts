import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type postgres from "postgres";
import {
  backedTables,
  FORMAT_BEFORE,
  foreignKeys,
  Header,
  parseLine,
  ROWS_END,
  Section,
  schemaVersions,
  Trailer,
} from "@/db/backup/format";
import type { RowCounts } from "@/db/backup/write-backup";
import { notCarriedOver } from "@/db/migrate";
import { inTransaction } from "@/db/transaction";

/**
 * Fills a migrated database that has no content of its own with a backup, in one transaction: all or nothing. Refuses,
 * with a readable error, a database with skills, threads or connections, and a backup that is of another schema,
 * damaged or truncated. `afterwards` runs in the same transaction. The search index is refilled when the service starts. Returns the rows of each table.
 */
export async function restoreBackup(
  sql: postgres.Sql,
  file: string,
  onTable: (table: string) => void = () => {},
  afterwards: (sql: postgres.Sql) => Promise<void> = async () => {},
): Promise<{ created_at: string; rows: RowCounts }> {
  const source = createReadStream(file);
  const plain = createGunzip();
  const reading = pipeline(source, plain);
  // A damaged file is reported below; this handler only keeps the failure from ending the process first.
  reading.catch(() => {});
  const lines = linesOf(plain);
  const next = async () => (await lines.next()).value ?? null;
  try {
    const header = parseLine(Header, (await next()) ?? "", "first line");
    return await inTransaction(sql, async (tx) => {
      await requireFit(tx, header);
      const rows = await withKeysDeferred(tx, () => fillTables(tx, next, onTable));
      for (const { sequence, last } of header.sequences) {
        if (last !== null) await tx`select setval(${sequence}::regclass, ${last}::bigint)`;
      }
      await markForIndex(tx);
      await afterwards(tx);
      return { created_at: header.created_at, rows };
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && /^Z_|ERR_STREAM_PREMATURE/.test(String(error.code)))
      throw new Error("The file is not a backup of Cairn, or it is damaged.");
    throw error;
  } finally {
    source.destroy();
  }
}

async function requireFit(sql: postgres.Sql, header: Header): Promise<void> {
  if (header.format === FORMAT_BEFORE)
    throw new Error(
      notCarriedOver("The backup", "restore it with the release that wrote it, write its skills to a folder with"),
    );
  const here = await schemaVersions(sql);
  if (here.join() !== header.schema.join())
    throw new Error(
      `The backup has schema ${header.schema.at(-1)}, this database ${here.at(-1)}. Restore it with the release that wrote it, then start the newer one.`,
    );
  const [held] = await sql<{ any: boolean }[]>`
    select exists (select from skills)
        or exists (select from threads)
        or exists (select from connections) as any`;
  if (held?.any)
    throw new Error("This database is not empty. Restore a backup into a database that nothing was stored in.");
}

/** Foreign keys between tables form cycles, so no table order works: they are checked after all rows are in. */
async function withKeysDeferred<T>(sql: postgres.Sql, work: () => Promise<T>): Promise<T> {
  const keys = await foreignKeys(sql);
  for (const { table, key } of keys)
    await sql`alter table ${sql(table)} alter constraint ${sql(key)} deferrable initially deferred`;
  const result = await work();
  await sql`set constraints all immediate`;
  for (const { table, key } of keys) await sql`alter table ${sql(table)} alter constraint ${sql(key)} not deferrable`;
  return result;
}

async function fillTables(
  sql: postgres.Sql,
  next: () => Promise<string | null>,
  onTable: (table: string) => void,
): Promise<RowCounts> {
  const known = await backedTables(sql);
  // Migrations insert rows into some tables.
  for (const { table } of known) await sql`delete from ${sql(table)}`;
  const counts: RowCounts = {};
  for (let line = await next(); line !== null; line = await next()) {
    if (line.startsWith('{"end":')) {
      const { rows } = parseLine(Trailer, line, "end");
      const wrong = Object.keys({ ...rows, ...counts }).find((table) => rows[table] !== counts[table]);
      if (wrong) throw new Error(`The backup is damaged: it has not the rows of ${wrong} that it names.`);
      return counts;
    }
    const { table, columns } = parseLine(Section, line, "next table");
    if (!known.some((entry) => entry.table === table)) throw new Error(`There is no table ${table} here.`);
    onTable(table);
    counts[table] = 0;
    const rows = Readable.from(rowsOf(next, () => (counts[table] = (counts[table] ?? 0) + 1)));
    await pipeline(rows, await sql`copy ${sql(table)} (${sql(columns)}) from stdin`.writable());
  }
  throw new Error("The backup is cut off: its end is missing.");
}

async function* rowsOf(next: () => Promise<string | null>, count: () => void): AsyncGenerator<string> {
  for (let line = await next(); line !== ROWS_END; line = await next()) {
    if (line === null) throw new Error("The backup is cut off: its end is missing.");
    count();
    yield `${line}\n`;
  }
}

/** The index does not contain these skills yet. */
async function markForIndex(sql: postgres.Sql): Promise<void> {
  await sql`select mark_dirty(s.skill_id) from skills s`;
}

/** Split at line feeds only: `readline` also splits at characters that a text may contain. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let open: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...open, chunk.subarray(from, at)]).toString("utf8");
      open = [];
      from = at + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  return undefined;
}
