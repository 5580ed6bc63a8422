import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { backedTables } from "@/db/backup/format";
import { restoreBackup } from "@/db/backup/restore-backup";
import { writeBackup } from "@/db/backup/write-backup";
import { openFaultProxy } from "@/e2e/faults/fault-proxy";
import { mountSmallDisk } from "@/e2e/support/product";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const LARGE_KB = 30_000;
const STALL_MS = 5_000;
/** For a command of its own. */
const COMMAND_MS_MAX = 200_000;

/** This many small tables, in steps between 1 kB and 300 kB. */
const SIZES = 6;
const SMALL_KB = [1, 300] as const;
const ROW_BYTES = 1_000;

let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "backup-ends-"));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("backups of tables of many sizes finish and restore identically", async () => {
  const drilled = await drillBackups({ backups: 2, restoreEvery: 2, largeMb: 1 });
  expect(drilled).toEqual({ restored: 1, differences: [] });
});

test("a hundred backups of tables of every size finish and restore identically", { tag: "@slow" }, async () => {
  test.setTimeout(900_000);
  const drilled = await drillBackups({ backups: 100, restoreEvery: 25, largeMb: 1 });
  expect(drilled).toEqual({ restored: 4, differences: [] });
});

test("each backup beside a table of 200 MB restores identically", { tag: "@slow" }, async () => {
  // `npm run backup-drill` makes a hundred.
  const backups = Number(process.env.BACKUP_DRILLS ?? 10);
  test.setTimeout(600_000 + backups * 60_000);
  const drilled = await drillBackups({ backups, restoreEvery: 1, largeMb: 200 });
  expect(drilled).toEqual({ restored: backups, differences: [] });
});

test("a table that sends no data ends the backup with its name and leaves no transaction open", {
  tag: "@slow",
}, async () => {
  const scratch = await makeLarge();
  const wire = await openFaultProxy(Number(new URL(scratch.url).port));
  const file = path.join(folder, "stalled.gz");
  try {
    const locked = scratch.sql.begin(async (tx) => {
      await tx`lock table threads in access exclusive mode`;
      const error = await writeBackup(file, { url: scratch.url, stallMs: STALL_MS }).catch(String);
      expect(error).toMatch(/the table threads could not be read/);
    });
    await locked;
    const address = new URL(scratch.url);
    address.port = String(wire.port);
    const hung = writeBackup(file, {
      url: address.href,
      stallMs: STALL_MS,
      onTable: (table) => table === "large" && wire.hang(),
    });
    expect(await hung.catch(String)).toMatch(/the table large could not be read/);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    await expect.poll(() => openTransactions(scratch)).toEqual([]);
  } finally {
    await wire.close();
    await scratch.drop();
  }
});

test("a full disk and a signal each end the command with a one-line message and leave no file", {
  tag: "@slow",
}, async () => {
  const scratch = await makeLarge();
  const small = path.join(folder, "small");
  const disk = mountSmallDisk(small, 1);
  try {
    // Where mounting is not possible, a file size limit fails the same write with another code.
    const full = await backUp(scratch, path.join(small, "full.gz"), disk ? [] : ["ulimit", "-f", "500"]);
    expect(full.stderr.split("\n").filter((line) => !line.startsWith("  "))).toEqual([
      `No backup was written: ${small} has no room for it.`,
      "",
    ]);
    expect(full.code).toBe(1);
    expect(existsSync(path.join(small, "full.gz.part"))).toBe(false);

    const file = path.join(folder, "stopped.gz");
    const stopped = await backUp(scratch, file, [], "large");
    expect(stopped.stderr.split("\n").filter((line) => !line.startsWith("  "))).toEqual([
      "No backup was written: it was stopped by SIGTERM.",
      "",
    ]);
    expect(stopped.code).toBe(1);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    await expect.poll(() => openTransactions(scratch)).toEqual([]);
  } finally {
    disk?.unmount();
    await scratch.drop();
  }
});

/** A database with a table whose backup takes a moment and does not compress. */
async function makeLarge(): Promise<ScratchDatabase> {
  const scratch = await makeScratchDatabase();
  await scratch.sql`create unlogged table large (body text not null)`;
  await scratch.sql`
    insert into large (body)
    select string_agg(md5(n::text || m::text), '')
    from generate_series(1, ${LARGE_KB}::int) n, generate_series(1, 31) m
    group by n`;
  return scratch;
}

async function openTransactions({ url, sql }: ScratchDatabase): Promise<string[]> {
  const rows = await sql<{ query: string }[]>`
    select a.query
    from pg_stat_activity a
    where a.datname = ${new URL(url).pathname.slice(1)} and a.pid <> pg_backend_pid() and a.xact_start is not null`;
  return rows.map((row) => row.query);
}

/** Runs the command as a user would; with `stopAt` it gets a signal when it prints this table's name. */
function backUp(
  { url }: ScratchDatabase,
  file: string,
  limit: string[],
  stopAt?: string,
): Promise<{ code: number | null; stderr: string }> {
  const command = [process.execPath, "--import", "tsx", "lib/cli/backup.ts", file];
  const [program = "", ...args] =
    limit.length > 0 ? ["bash", "-c", `${limit.join(" ")}; exec "$@"`, "bash", ...command] : command;
  const child = spawn(program, args, {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: url },
    timeout: COMMAND_MS_MAX,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (stopAt && stderr.includes(`  ${stopAt}\n`)) child.kill("SIGTERM");
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}

/**
 * Writes backups of a database with tables of many sizes, restores every nth into an empty one and compares all tables.
 * Returns how many were restored and the tables that differed.
 */
async function drillBackups(drill: { backups: number; restoreEvery: number; largeMb: number }) {
  const [from, empty] = await Promise.all([makeScratchDatabase(), makeScratchDatabase()]);
  const done = { restored: 0, differences: [] as string[] };
  try {
    for (const { sql } of [from, empty]) await makeTables(sql);
    await empty.sql.end();
    await fill(from.sql, "drill_large", drill.largeMb * 1_000);
    for (let run = 0; run < drill.backups; run += 1) {
      for (let step = 0; step < SIZES; step += 1)
        await fill(from.sql, `drill_${step}`, sizeKb(run, step, drill.backups));
      const file = path.join(folder, `drill-${run}.gz`);
      await writeBackup(file, { url: from.url });
      if ((run + 1) % drill.restoreEvery === 0) {
        const differences = await restoreAndCompare(from, empty, file);
        done.differences.push(...differences.map((difference) => `backup ${run + 1}, ${difference}`));
        done.restored += 1;
      }
      rmSync(file);
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
      const [source, copy] = await Promise.all([from.sql, to].map((sql) => digestOf(sql, table, columns)));
      if (source !== copy) differences.push(`${table}: ${source} became ${copy}`);
    }
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
