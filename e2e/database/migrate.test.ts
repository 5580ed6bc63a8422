import { EventEmitter, once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { judgeSchema, MIGRATIONS, migrate } from "@/db/migrate";
import { aloneOnDatabase } from "@/db/start";
import { expectWithin } from "@/e2e/support/measuring";
import { makeEmptyDatabase, makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { freePort } from "@/lib/start/ports";

/** A reader of a table that a migration waits for: the migration's own lock timeout, plus reserve. */
const READ_MS_MAX = 4_000;
/** As long as a start with a database that answers at once lasts on a slow machine. */
const PULSE_MS = 5_000;
const FILES = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql")).length;

let folder: string;
let scratch: ScratchDatabase;

test.beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "migrations-"));
});
test.afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scratch.drop();
});

function copyMigrations(): void {
  for (const name of readdirSync(MIGRATIONS)) copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name));
}

test("of three parallel starts on an empty database one migrates, and the others wait and say so", async () => {
  scratch = await makeEmptyDatabase();
  const told: string[] = [];
  let inside = 0;
  const counts = await Promise.all(
    [1, 2, 3].map(() =>
      aloneOnDatabase(
        scratch.url,
        async (sql) => {
          inside += 1;
          expect(inside).toBe(1);
          const count = await migrate(sql);
          await expect.poll(() => told.length, "the others say that they wait").toBeGreaterThan(1);
          inside -= 1;
          return count;
        },
        (text) => told.push(text),
      ),
    ),
  );
  expect(counts.sort()).toEqual([0, 0, FILES]);
  expect(told[0]).toMatch(/^waiting: another start is preparing this database \(database session \d+/);
});

test("runners without a shared lock still apply each file once", async () => {
  scratch = await makeEmptyDatabase();
  const runners = Array.from({ length: 4 }, () => postgres(scratch.url, { max: 1, onnotice: () => {} }));
  await Promise.all(runners.map((sql) => migrate(sql)));
  await Promise.all(runners.map((sql) => sql.end()));
  const [applied] = await scratch.sql<{ files: number }[]>`select count(*)::int as files from schema_migrations`;
  expect(applied?.files).toBe(FILES);
  const [indexes] = await scratch.sql<{ invalid: number }[]>`
    select count(*)::int as invalid
    from pg_index i
    where not i.indisvalid`;
  expect(indexes?.invalid).toBe(0);
});

test("runners that build the same index at the same moment all succeed, and the index is whole", {
  tag: "@slow",
}, async () => {
  scratch = await makeScratchDatabase();
  copyMigrations();
  // An interrupted build leaves an invalid index, which has to go before the next one.
  writeFileSync(
    path.join(folder, "9001_index.sql"),
    "-- migrate:up transaction:false\ndrop index concurrently if exists threads_by_title;\ncreate index concurrently if not exists threads_by_title on threads (title);\n",
  );
  const runners = Array.from({ length: 5 }, () => postgres(scratch.url, { max: 1, onnotice: () => {} }));
  for (let round = 0; round < 2; round += 1) {
    await scratch.sql`delete from schema_migrations where version = '9001'`;
    await Promise.all(runners.map((sql) => migrate(sql, { folder })));
    const indexes = await scratch.sql<{ whole: boolean }[]>`
      select i.indisvalid as whole
      from pg_index i
      where i.indexrelid = 'threads_by_title'::regclass`;
    expect(indexes).toMatchObject([{ whole: true }]);
  }
  await Promise.all(runners.map((sql) => sql.end()));
});

test("a starter whose machine is lost does not block others indefinitely", async () => {
  scratch = await makeEmptyDatabase();
  const holder = postgres(scratch.url, { max: 1, onnotice: () => {} });
  const [session] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await holder`select pg_advisory_lock(4207001133)`;
  const told: string[] = [];
  const waiting = aloneOnDatabase(
    scratch.url,
    async () => "done",
    (text) => told.push(text),
  );
  await expect.poll(() => told.length).toBeGreaterThan(0);
  expect(told[0]).toContain(`database session ${session?.pid}`);
  await holder.end();
  expect(await waiting).toBe("done");
});

test("a migration on a locked table lets readers through and is applied when the table is free", async () => {
  await whileAMigrationWaits(async (read) => {
    await read();
  });
});

test("a migration on a locked table delays readers by no more than its own wait", { tag: "@slow" }, async () => {
  await whileAMigrationWaits((read) =>
    expectWithin("a read beside the migration", READ_MS_MAX, async () => {
      const began = performance.now();
      await read();
      return performance.now() - began;
    }),
  );
});

/** Before 0.1.0 the table of migrations had no times. */
async function asBefore(sql: postgres.Sql): Promise<void> {
  await sql`alter table schema_migrations drop column applied_at`;
}

/** Reads a table while a migration waits for it, which another session has locked until all is read. */
async function whileAMigrationWaits(work: (read: () => Promise<unknown>) => Promise<void>): Promise<void> {
  scratch = await makeScratchDatabase();
  copyMigrations();
  writeFileSync(path.join(folder, "9001_hint.sql"), "-- migrate:up\nalter table threads add column hint text;\n");
  const other = postgres(scratch.url, { max: 1, onnotice: () => {} });
  const heard = new EventEmitter();
  const locked = once(heard, "locked");
  const held = other.begin(async (tx) => {
    await tx`lock table threads in access share mode`;
    heard.emit("locked");
    await once(heard, "free");
  });
  await locked;
  const told: string[] = [];
  const reader = postgres(scratch.url, { max: 1, onnotice: () => {} });
  const migrating = migrate(scratch.sql, { folder, progress: (text) => told.push(text) });
  const waits = async () => {
    const [row] = await reader<{ waits: boolean }[]>`
      select exists (select from pg_locks l where l.relation = 'threads'::regclass and not l.granted) as waits`;
    return row?.waits;
  };
  await expect.poll(waits, { intervals: [10] }).toBe(true);
  await work(() => reader`select count(*) from threads`);
  await expect.poll(() => told.at(-1)).toContain("9001_hint.sql waits for a table");
  heard.emit("free");
  await held;
  expect(await migrating).toBe(1);
  await Promise.all([other.end(), reader.end()]);
}

test("a migration that gets no lock or has an error changes nothing and says what to do", async () => {
  scratch = await makeScratchDatabase();
  copyMigrations();
  const file = path.join(folder, "9001_hint.sql");
  writeFileSync(
    file,
    "-- migrate:up\nalter table threads add column hint text;\nalter table nowhere add column x text;\n",
  );
  await expect(migrate(scratch.sql, { folder })).rejects.toThrow(
    'The migration 9001_hint.sql failed and was rolled back: relation "nowhere" does not exist.',
  );
  writeFileSync(file, "-- migrate:up\nalter table threads add column hint text;\n");
  const other = postgres(scratch.url, { max: 1, onnotice: () => {} });
  await other.begin(async (tx) => {
    await tx`lock table threads in access share mode`;
    await expect(migrate(scratch.sql, { folder, retriesMs: 0 })).rejects.toThrow("another session kept a table locked");
  });
  await other.end();
  expect(await migrate(scratch.sql, { folder })).toBe(1);
});

test("an index is created without a transaction, and from the start again after a failure", async () => {
  scratch = await makeScratchDatabase();
  copyMigrations();
  const file = path.join(folder, "9001_index.sql");
  const up = "-- migrate:up transaction:false\ndrop index concurrently if exists threads_by_title;\n-- Why.\n";
  writeFileSync(file, `${up}create index concurrently threads_by_title on threads (titel);\n`);
  await expect(migrate(scratch.sql, { folder })).rejects.toThrow('column "titel" does not exist');
  writeFileSync(file, `${up}create index concurrently threads_by_title on threads (title);\n\n-- migrate:down\n`);
  // The start's lock is an open transaction, and the index waits for transactions that read the table.
  expect(await aloneOnDatabase(scratch.url, (sql) => migrate(sql, { folder }))).toBe(1);
  const [index] = await scratch.sql<{ valid: boolean }[]>`
    select i.indisvalid as valid
    from pg_index i
    where i.indexrelid = 'threads_by_title'::regclass`;
  expect(index).toEqual({ valid: true });
});

test("an index is created although the start's lock is kept alive meanwhile", async () => {
  scratch = await makeScratchDatabase();
  copyMigrations();
  writeFileSync(
    path.join(folder, "9001_index.sql"),
    "-- migrate:up transaction:false\ncreate index concurrently threads_by_title on threads (title);\n",
  );
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const applied = await aloneOnDatabase(scratch.url, async (sql) => {
      // The pulse of a start that takes longer than a few seconds. The index waits for every older snapshot.
      const before = await lastPulse();
      mock.timers.tick(PULSE_MS);
      await expect.poll(lastPulse, { intervals: [10] }).toBeGreaterThan(before);
      return migrate(sql, { folder });
    });
    expect(applied).toBe(1);
  } finally {
    mock.timers.reset();
  }
});

/** When the transaction that holds the start's lock began its last statement, which has ended; 0 before that. */
async function lastPulse(): Promise<number> {
  const [row] = await scratch.sql<{ at: number }[]>`
    select extract(epoch from a.query_start)::float8 as at
    from pg_stat_activity a
    where a.datname = current_database() and a.state = 'idle in transaction'`;
  return row?.at ?? 0;
}

test("a schema from a newer release is refused with a one-line message", async () => {
  scratch = await makeScratchDatabase();
  await scratch.sql`insert into schema_migrations (version) values ('9999')`;
  await expect(aloneOnDatabase(scratch.url, (sql) => migrate(sql))).rejects.toThrow(
    /^This database has the schema of a newer release \(migration 9999; this release knows \d{4} and earlier\): start that release or a later one/,
  );
});

test("a database made before 0.1.0 is refused with one sentence, whatever migrations it has, and is not changed", async () => {
  scratch = await makeScratchDatabase();
  await asBefore(scratch.sql);
  for (const versions of [["0001"], ["0001", "0033"]]) {
    await scratch.sql`delete from schema_migrations`;
    await scratch.sql`insert into schema_migrations ${scratch.sql(versions.map((version) => ({ version })))}`;
    const told = aloneOnDatabase(scratch.url, (sql) => migrate(sql));
    await expect(told).rejects.toThrow(
      /^This database was made before 0\.1\.0, and its data is not carried over: write its skills to a folder with `npm run export -- FOLDER`, start with a new CAIRN_DATA_DIR [^\n]* `npm run import -- FOLDER`\.$/,
    );
    await expect(judgeSchema(scratch.sql)).rejects.toThrow("made before 0.1.0");
    expect(await scratch.sql`select version from schema_migrations order by version`).toMatchObject(
      versions.map((version) => ({ version })),
    );
  }
});

test("an address with two hosts and driver options migrates on the primary", async () => {
  scratch = await makeEmptyDatabase();
  const url = new URL(scratch.url);
  const hosts = `127.0.0.1:${await freePort()},${url.host}`;
  const several = scratch.url
    .replace(`@${url.host}`, `@${hosts}`)
    .replace(/(\?.*)?$/, "?sslmode=disable&target_session_attrs=read-write&prepare=false&max=5");
  expect(await aloneOnDatabase(several, (sql) => migrate(sql))).toBe(FILES);
});
