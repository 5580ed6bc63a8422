import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Progress } from "@/lib/platform/steps";

export const MIGRATIONS = path.join(import.meta.dirname, "migrations");
/** Every query queued behind a waiting `alter table` waits too, so a migration gives up early and retries. */
const LOCK_MS_MAX = 2_000;
const RETRY_MS = 1_000;
const RETRIES_MS_MAX = 60_000;

type Migration = { version: string; name: string; transaction: boolean; up: string };
type Options = { folder?: string; progress?: Progress; retriesMs?: number };

/**
 * Migrates the schema and returns the number of migrations applied. Each file is applied whole or not at all, also when
 * two callers run at once. A migration that cannot lock a table within two seconds is rolled back and retried for a
 * minute. A file with `-- migrate:up transaction:false` runs statement by statement, so it must be safe to rerun from
 * the start, and is rerun when another caller creates or drops the same index. Throws one sentence when the database was
 * made before 0.1.0, when a newer release migrated it, and when a migration fails.
 */
export async function migrate(sql: postgres.Sql, options: Options = {}): Promise<number> {
  const missing = missingOf(readMigrations(options.folder ?? MIGRATIONS), await appliedVersions(sql));
  for (const [place, migration] of missing.entries()) {
    options.progress?.(`${migration.name} (${place + 1} of ${missing.length})`);
    await apply(sql, migration, options);
  }
  return missing.length;
}

/** The migrations of a folder, oldest first: the section between `-- migrate:up` and `-- migrate:down` of each file. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d+_.*\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(path.join(folder, name), "utf8");
    const [, after] = text.split(/^-- migrate:up/m);
    if (after === undefined) throw new Error(`${name} has no line "-- migrate:up".`);
    const [settings = ""] = after.split("\n");
    const [up = ""] = after.slice(settings.length).split(/^-- migrate:down/m);
    return { version: name.slice(0, name.indexOf("_")), name, transaction: !/transaction:\s*false/.test(settings), up };
  });
}

/**
 * For read-only commands, which never migrate: returns null when the schema is that of this release, or a message when
 * it is older. Throws one sentence when it is newer, missing, or of before 0.1.0.
 */
export async function judgeSchema(sql: postgres.Sql): Promise<string | null> {
  if (!(await isMigrated(sql))) throw new Error("This database has no Cairn schema yet.");
  const missing = missingOf(readMigrations(MIGRATIONS), await versionsIn(sql)).map(({ version }) => version);
  if (missing.length === 0) return null;
  return `The schema is older than this release (migration ${missing.join(", ")} is missing). This command only reads and does not migrate; npm start does.`;
}

/** One sentence for a database, or a backup of one, that no release since 0.1.0 has made. */
export function notCarriedOver(what: string, first: string): string {
  return `${what} was made before 0.1.0, and its data is not carried over: ${first} \`npm run export -- FOLDER\`, start with a new CAIRN_DATA_DIR (or an empty database in DATABASE_URL), and store them there with \`npm run import -- FOLDER\`.`;
}

/** Whether the database has the table of applied migrations. Throws one sentence when it was made before 0.1.0. */
async function isMigrated(sql: postgres.Sql): Promise<boolean> {
  // Before 0.1.0 the table had no column for the time, and its numbers began at 0001, too.
  const [table] = await sql<{ present: boolean; timed: boolean }[]>`
    select named.oid is not null as present,
           exists (select from pg_attribute a where a.attrelid = named.oid and a.attname = 'applied_at') as timed
    from to_regclass('schema_migrations') as named (oid)`;
  if (table?.present && !table.timed)
    throw new Error(notCarriedOver("This database", "write its skills to a folder with"));
  return table?.present === true;
}

async function versionsIn(sql: postgres.Sql): Promise<Set<string>> {
  const rows = await sql<{ version: string }[]>`select schema_migrations.version from schema_migrations`;
  return new Set(rows.map((row) => row.version));
}

async function appliedVersions(sql: postgres.Sql): Promise<Set<string>> {
  if (!(await isMigrated(sql)))
    await sql
      .unsafe(
        "create table if not exists schema_migrations (version varchar(128) primary key, applied_at timestamptz not null default now())",
      )
      .simple()
      .catch((error: unknown) => {
        // Another runner created it at the same moment: first its type exists, then the table.
        if (![UNIQUE_VIOLATION, DUPLICATE_OBJECT].includes(codeOf(error))) throw error;
      });
  return versionsIn(sql);
}

/** The migrations missing from a schema. Throws one sentence when the schema has migrations unknown to this release. */
function missingOf(known: readonly Migration[], applied: ReadonlySet<string>): Migration[] {
  const newer = [...applied].filter((version) => !known.some((migration) => migration.version === version)).sort();
  if (newer.length > 0)
    throw new Error(
      `This database has the schema of a newer release (migration ${newer.join(", ")}; this release knows ${known.at(-1)?.version ?? "none"} and earlier): start that release or a later one, or use a database restored from a backup made before the upgrade.`,
    );
  return known.filter(({ version }) => !applied.has(version));
}

async function apply(sql: postgres.Sql, migration: Migration, options: Options): Promise<void> {
  const until = Date.now() + (options.retriesMs ?? RETRIES_MS_MAX);
  for (;;) {
    try {
      return await (migration.transaction ? runWhole(sql, migration) : runInParts(sql, migration));
    } catch (error) {
      if (isAppliedMeanwhile(error)) return;
      const isBlocked = LOCK_FAILURES.includes(codeOf(error));
      const mayPass = isBlocked || (!migration.transaction && isCatalogConflict(error));
      if (!mayPass || Date.now() > until) throw failure(migration, error);
      const reason = isBlocked
        ? "for a table that another session has locked"
        : "for another session that changes it too";
      options.progress?.(`${migration.name} waits ${reason}`);
      // Runners that disturbed each other do not begin again at the same moment.
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }
}

/**
 * One message with several statements is one transaction and needs no session, so it works through a pooler. The insert
 * comes first: a second runner waits for it and then fails on the primary key instead of running the file again.
 */
async function runWhole(sql: postgres.Sql, { version, up }: Migration): Promise<void> {
  await sql
    .unsafe(
      `set local lock_timeout = ${LOCK_MS_MAX}; set local statement_timeout = 0;
       insert into schema_migrations (version) values ('${version}');
       ${up}`,
    )
    .simple();
}

/**
 * For statements that cannot run in a transaction, such as `create index concurrently`. They block no other session.
 */
async function runInParts(sql: postgres.Sql, { version, up }: Migration): Promise<void> {
  const statements = up.split(/;[ \t]*$/m).filter((part) => part.replace(/--.*$/gm, "").trim() !== "");
  for (const statement of statements) await sql.unsafe(statement).simple();
  await sql`insert into schema_migrations (version) values (${version}) on conflict do nothing`;
}

const LOCK_NOT_AVAILABLE = "55P03";
/** Two runners that build an index concurrently wait for each other's statements; Postgres ends one of them. */
const DEADLOCK_DETECTED = "40P01";
const LOCK_FAILURES = [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED];
const UNIQUE_VIOLATION = "23505";
const DUPLICATE_OBJECT = "42710";
const UNDEFINED_OBJECT = "42704";
const DUPLICATE_TABLE = "42P07";
/** "tuple concurrently updated" and "cache lookup failed". */
const INTERNAL_ERROR = "XX000";

/** Two runners created or dropped the same index outside of a transaction. Once alone, each rerun succeeds. */
function isCatalogConflict(error: unknown): boolean {
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION) return constraintOf(error).startsWith("pg_");
  return [INTERNAL_ERROR, DUPLICATE_OBJECT, DUPLICATE_TABLE, UNDEFINED_OBJECT].includes(code);
}

function isAppliedMeanwhile(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION && constraintOf(error) === "schema_migrations_pkey";
}

function failure({ name, transaction }: Migration, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = LOCK_FAILURES.includes(codeOf(error))
    ? "another session kept a table locked. End its transaction (pg_stat_activity shows it), then start again"
    : reason;
  const state = transaction ? "failed and was rolled back" : "failed and will be rerun from its start";
  return new Error(`The migration ${name} ${state}: ${advice}.`, { cause: error });
}

function constraintOf(error: unknown): string {
  return error instanceof Error && "constraint_name" in error ? String(error.constraint_name) : "";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
