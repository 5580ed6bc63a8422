import { closeDatabase } from "@/db/client";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { forgetEnv } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { forget } from "@/lib/platform/singleton";
import { indexingClient } from "@/lib/search/engine/engine";

export type MadeSkill = ReturnType<typeof madeSkill>;

/** A skill for a test's own library. */
export function madeSkill(given: {
  title: string;
  description?: string;
  markdown: string;
  technologies?: string[];
  applicability?: ApplicabilityEntry[];
}) {
  const skill_id = newId("skl");
  return {
    skill_id,
    version_id: newId("skv"),
    slug: skill_id.slice(4).toLowerCase().replace(/[-_]/g, "0"),
    description: given.title,
    technologies: [] as string[],
    applicability: [] as ApplicabilityEntry[],
    ...given,
  };
}

/** A test's own library: a database and an index name that `lib/` uses until it is dropped. */
export async function makeScratchLibrary(): Promise<ScratchDatabase> {
  const { DATABASE_URL, MEILI_INDEX } = process.env;
  const scratch = await makeScratchDatabase();
  const index = new URL(scratch.url).pathname.slice(1);
  takeSettings({ DATABASE_URL: scratch.url, MEILI_INDEX: index });
  return {
    ...scratch,
    async drop() {
      const client = indexingClient();
      const { results } = (await client?.getRawIndexes({ limit: 1_000 })) ?? { results: [] };
      for (const { uid } of results) if (uid.startsWith(index)) await client?.deleteIndex(uid);
      await closeDatabase();
      takeSettings({ DATABASE_URL, MEILI_INDEX });
      await scratch.drop();
    },
  };
}

/** Bulk statements that bypass the publish log: only search reads this database. */
export async function publishMade(scratch: ScratchDatabase, skills: readonly MadeSkill[]): Promise<void> {
  await scratch.sql.begin(async (sql) => {
    await sql`set constraints all deferred`;
    await sql`
      insert into skills (skill_id, slug, selected_version_id, selection_revision, last_ordinal)
      select made.skill_id, made.slug, made.version_id, 1, 1
      from jsonb_to_recordset(${sql.json(skills)}) as made (skill_id text, version_id text, slug text)`;
    await sql`
      insert into skill_versions
        (version_id, skill_id, ordinal, title, description, markdown, content_sha256, applicability, technologies,
         change_summary, rationale, supporting_basis, first_selected_at)
      select made.version_id, made.skill_id, 1, made.title, made.description, made.markdown, sha256(made.markdown::bytea),
             made.applicability, made.technologies, 'Made.', 'A test.', 'None.', now_ms()
      from jsonb_to_recordset(${sql.json(skills)})
        as made (skill_id text, version_id text, title text, description text, markdown text, applicability jsonb,
                 technologies text[])`;
  });
}

/** Cached settings and earlier results of this process. */
const KEPT = [
  "search-engine",
  "search-indexing-client",
  "search-analyses",
  "search-matches",
  "search-statistics",
  "search-known-technologies",
  "search-index-pulse",
  "search-embedder",
  "search-nearest",
  "query-vectors",
  "search-index-meanings",
];

/** Sets the library's environment variables and clears the caches of the previous settings. */
export function takeSettings(wanted: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
  for (const name of KEPT) forget(name);
  // A pool that is not closed keeps its connections.
  if ("DATABASE_URL" in wanted) forget("database");
}
