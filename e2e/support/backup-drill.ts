import { rmSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { restoreBackup } from "@/db/backup/restore-backup";
import { backedTables } from "@/db/backup/tables";
import { writeBackup } from "@/db/backup/write-backup";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";

type Drill = {
  /** How many backups are written, one after the other, each of other sizes. */
  backups: number;
  /** Every so manyth is restored and compared. */
  restoreEvery: number;
  /** The size of one table beside the small ones, in megabytes. */
  largeMb: number;
  folder: string;
  say?: (line: string) => void;
};

/** Tables of this many steps between 1 kB and 300 kB. */
const SIZES = 6;
const SMALL_KB = [1, 300] as const;
const ROW_BYTES = 1_000;

/**
 * Writes backups of a database with tables of many sizes, restores them into empty ones and compares all tables. Returns the
 * number of backups and the tables that differed.
 */
export async function drillBackups(
  drill: Drill,
): Promise<{ backups: number; restored: number; differences: string[] }> {
  const { folder, say = () => {} } = drill;
  const [from, empty] = await Promise.all([makeScratchDatabase(), makeScratchDatabase()]);
  const done = { backups: 0, restored: 0, differences: [] as string[] };
  try {
    for (const { sql } of [from, empty]) await makeTables(sql);
    await empty.sql.end();
    await fill(from.sql, "drill_large", drill.largeMb * 1_000);
    for (let run = 0; run < drill.backups; run += 1) {
      const began = performance.now();
      for (let step = 0; step < SIZES; step += 1)
        await fill(from.sql, `drill_${step}`, sizeKb(run, step, drill.backups));
      const file = path.join(folder, `drill-${run}.gz`);
      await writeBackup(file, { url: from.url });
      done.backups += 1;
      if ((run + 1) % drill.restoreEvery === 0) {
        done.differences.push(...(await restoreAndCompare(from, empty, file)));
        done.restored += 1;
      }
      rmSync(file);
      say(`${run + 1} of ${drill.backups}: ${Math.round(performance.now() - began)} ms`);
    }
    return done;
  } finally {
    await Promise.all([from.drop(), empty.drop()]);
  }
}

async function makeTables(sql: postgres.Sql): Promise<void> {
  const names = ["drill_large", ...Array.from({ length: SIZES }, (_, step) => `drill_${step}`)];
  for (const name of names) await sql`create unlogged table ${sql(name)} (id int not null, body text not null)`;
}

/** Every run has other sizes, so that a hundred of them lie close together. */
function sizeKb(run: number, step: number, runs: number): number {
  const [least, most] = SMALL_KB;
  return least + ((most - least) * (step + run / runs)) / SIZES;
}

async function fill(sql: postgres.Sql, table: string, kb: number): Promise<void> {
  await sql`truncate ${sql(table)}`;
  await sql`
    insert into ${sql(table)} (id, body)
    select n, left(repeat(md5(n::text || ${table}), ${Math.ceil(ROW_BYTES / 32)}::int), ${ROW_BYTES - 20}::int)
    from generate_series(1, ${Math.ceil((kb * 1_000) / ROW_BYTES)}::int) n`;
}

async function restoreAndCompare(from: ScratchDatabase, empty: ScratchDatabase, file: string): Promise<string[]> {
  const address = new URL(from.url);
  const admin = postgres(address.href, { max: 1, onnotice: () => {} });
  const name = `${address.pathname.slice(1)}_restored`;
  await admin`create database ${admin(name)} template ${admin(new URL(empty.url).pathname.slice(1))}`;
  address.pathname = `/${name}`;
  const to = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    await restoreBackup(to, file);
    const differences: string[] = [];
    for (const { table, columns } of await backedTables(from.sql)) {
      const of = async (sql: postgres.Sql) => {
        const [row] = await sql<{ digest: string; rows: number }[]>`
          select md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest, count(*)::int as rows
          from (select ${sql(columns)} from ${sql(table)}) t`;
        return JSON.stringify(row);
      };
      const [source, copy] = await Promise.all([of(from.sql), of(to)]);
      if (source !== copy) differences.push(`${table}: ${source} became ${copy}`);
    }
    return differences;
  } finally {
    await to.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  }
}
