import { readdirSync } from "node:fs";
import path from "node:path";
import type { Sql } from "@/db/client";

const MIGRATIONS = path.resolve(import.meta.dirname, "migrations");

/**
 * For commands that only read, and so never migrate: returns null when the schema is that of this release, a sentence for
 * people when it is older. Throws a sentence when it is newer, because nobody knows how to read it, and when there is none.
 */
export async function judgeSchema(sql: Sql): Promise<string | null> {
  const [table] = await sql<{ present: boolean }[]>`select to_regclass('schema_migrations') is not null as present`;
  if (!table?.present) throw new Error("This database holds nothing of Cairn: it has no schema yet.");
  const rows = await sql<{ version: string }[]>`select schema_migrations.version from schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  const known = readdirSync(MIGRATIONS).flatMap((name) => /^\d+(?=_.*\.sql$)/.exec(name)?.[0] ?? []);
  const newest = known.sort().at(-1);
  const newer = [...applied].filter((version) => !known.includes(version)).sort();
  if (newer.length > 0)
    throw new Error(
      `This database has the schema of a newer release (migration ${newer.join(", ")}; this release knows ${newest} and earlier): use that release or a later one.`,
    );
  const missing = known.filter((version) => !applied.has(version));
  if (missing.length === 0) return null;
  return `The schema is older than this release (migration ${missing.join(", ")} is missing). This command only reads, so it migrates nothing; npm start does.`;
}
