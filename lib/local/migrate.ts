import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { resolveBinary } from "dbmate";
import postgres from "postgres";
import { PROJECT_ROOT } from "@/lib/local/place";

const run = promisify(execFile);
const FOLDER = path.join(PROJECT_ROOT, "db/migrations");
/** Any number, as long as every starter asks for the same one. */
const START_LOCK = 4_207_001_133;

/**
 * Runs `work` while no other starter does so on this database, whatever machine it is on. Waits for its turn.
 */
export async function aloneOnDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "cairn-start" },
  });
  try {
    await sql`select pg_advisory_lock(${START_LOCK})`;
    return await work(sql);
  } finally {
    // The end of the session gives the lock back.
    await sql.end({ timeout: 5 });
  }
}

/** Brings the schema up to date with dbmate and returns how many migrations that took. Call it inside `aloneOnDatabase`. */
export async function migrate(url: string, sql: postgres.Sql): Promise<number> {
  const missing = await missingMigrations(sql);
  if (missing.length === 0) return 0;
  const args = ["--no-dump-schema", "--migrations-dir", FOLDER, "migrate"];
  try {
    await run(resolveBinary(), args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, DATABASE_URL: withoutGuessing(url) },
    });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`A migration failed:\n${said}`);
  }
  return missing.length;
}

/** Asked before dbmate is started, since nearly always there is nothing to do. */
async function missingMigrations(sql: postgres.Sql): Promise<string[]> {
  const files = readdirSync(FOLDER).filter((name) => /^\d+.*\.sql$/.test(name));
  const [table] = await sql<{ present: boolean }[]>`select to_regclass('schema_migrations') is not null as present`;
  if (!table?.present) return files;
  const rows = await sql<{ version: string }[]>`select schema_migrations.version from schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  return files.filter((name) => !applied.has(/^\d+/.exec(name)?.[0] ?? ""));
}

/** dbmate's driver insists on TLS unless told otherwise; ours uses it only when the address says so. The same here. */
function withoutGuessing(url: string): string {
  if (/[?&]sslmode=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}sslmode=disable`;
}
