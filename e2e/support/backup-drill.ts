import { rmSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { backedTables } from "@/db/backup/format";
import { restoreBackup } from "@/db/backup/restore-backup";
import { writeBackup } from "@/db/backup/write-backup";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";

type Drill = {
  /** The number of backups, written one after the other, each with other table sizes. */
  backups: number;
  /** Every nth backup is restored and compared. */
  restoreEvery: number;
  /** The size of the one large table, in megabytes. */
  largeMb: number;
  folder: string;
  say?: (line: string) => void;
};

/** This many small tables, in steps between 1 kB and 300 kB. */
const SIZES = 6;
const SMALL_KB = [1, 300] as const;
const ROW_BYTES = 1_000;

/**
 * Writes backups of a database with tables of many sizes, restores them into empty ones and compares all tables.
 * Returns the number of backups and the tables that differed.
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
      for (let step = 0; step < SIZES; step += 1)
        await fill(from.sql, `drill_${step}`, sizeKb(run, step, drill.backups));
      const file = path.join(folder, `drill-${run}.gz`);
      const times = [await timed("written", () => writeBackup(file, { url: from.url }))];
      done.backups += 1;
      if ((run + 1) % drill.restoreEvery === 0) {
        const differences = await restoreAndCompare(from, empty, file, times);
        done.differences.push(...differences.map((difference) => `backup ${run + 1}, ${difference}`));
        done.restored += 1;
      }
      rmSync(file);
      say(`${run + 1} of ${drill.backups}: ${times.join(", ")}; ${done.differences.length} tables differ so far`);
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

/** Every run uses other sizes, so that a hundred runs cover them densely. */
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

/** Runs `work` and returns its duration, as `written in 900 ms`. */
async function timed(what: string, work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return `${what} in ${Math.round(performance.now() - began)} ms`;
}

async function restoreAndCompare(
  from: ScratchDatabase,
  empty: ScratchDatabase,
  file: string,
  times: string[],
): Promise<string[]> {
  const address = new URL(from.url);
  const admin = postgres(address.href, { max: 1, onnotice: () => {} });
  const name = `${address.pathname.slice(1)}_restored`;
  await admin`create database ${admin(name)} template ${admin(new URL(empty.url).pathname.slice(1))}`;
  address.pathname = `/${name}`;
  const to = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    times.push(await timed("restored", () => restoreBackup(to, file)));
    const differences: string[] = [];
    const compare = async () => {
      for (const { table, columns } of await backedTables(from.sql)) {
        const [source, copy] = await Promise.all([from.sql, to].map((sql) => digestOf(sql, table, columns)));
        if (source !== copy) differences.push(`${table}: ${source} became ${copy}`);
      }
    };
    times.push(await timed("compared", compare));
    return differences;
  } finally {
    await to.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  }
}

/** The number of rows and the sum of their 64-bit hashes: independent of row order and computed without sorting. */
async function digestOf(sql: postgres.Sql, table: string, columns: string[]): Promise<string> {
  const [row] = await sql`
    select count(*)::int as rows, sum(hashtextextended(t::text, 0)::numeric)::text as digest
    from (select ${sql(columns)} from ${sql(table)}) t`;
  return JSON.stringify(row);
}
