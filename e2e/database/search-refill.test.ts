import { closeDatabase } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { forgetEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { forget } from "@/lib/process";
import { indexingClient } from "@/lib/search/engine";
import { prepareIndex } from "@/lib/search/rebuild-index";
import { searchLibrary } from "@/lib/search/search-library";

const CROWD = 500;
const QUERY = "frobnicate the zorblax service";
const settings = { ...process.env };
let scratch: ScratchDatabase;
let fitting = "";

// A library of its own: five hundred skills more would change what every other search says.
test.beforeAll(async () => {
  test.setTimeout(120_000);
  scratch = await makeScratchDatabase();
  useSettings({ DATABASE_URL: scratch.url, MEILI_INDEX: new URL(scratch.url).pathname.slice(1) });
  for (let number = 0; number < CROWD; number += 1)
    crowd.push(skillFor(`Frobnicate the zorblax service, part ${number}`, "Frobnicate.", "^1"));
  const last = skillFor(
    "Notes on a service",
    `Frobnicate it. ${"Other words follow. ".repeat(200)} It was zorblax.`,
    "^2",
  );
  fitting = last.version_id;
  await publish([...crowd, last]);
  await prepareIndex();
});

test.afterAll(async () => {
  await indexingClient()?.deleteIndex(process.env.MEILI_INDEX ?? "");
  await closeDatabase();
  useSettings({ DATABASE_URL: settings.DATABASE_URL, MEILI_INDEX: settings.MEILI_INDEX });
  await scratch.drop();
});

for (const engine of ["with the search engine", "without it"]) {
  test(`a skill that fits is found behind five hundred better matches that do not, ${engine}`, async () => {
    test.skip(!settings.MEILI_KEY, "There is no search engine to index into: set MEILI_URL and MEILI_KEY.");
    useSettings({ MEILI_URL: engine === "without it" ? undefined : settings.MEILI_URL });
    const applicability = [{ technology: "Zorblax", version_scheme: "semver" as const, constraint: "2.1.0" }];
    const found = await searchLibrary({ query: QUERY, applicability, limit: 5 });
    expect(found.degraded).toBe(engine === "without it");
    expect(found.hits.map(({ row, verdict }) => [row.version_id, verdict])).toEqual([[fitting, "compatible"]]);
    expect(found.excluded_incompatible).toBe(CROWD);
  });
}

type MadeSkill = ReturnType<typeof skillFor>;
const crowd: MadeSkill[] = [];

function skillFor(title: string, markdown: string, constraint: string) {
  const applicability = [{ technology: "zorblax", version_scheme: "semver", constraint }];
  const skill_id = newId("skl");
  return {
    skill_id,
    version_id: newId("skv"),
    slug: skill_id.slice(4).toLowerCase().replace(/[-_]/g, "0"),
    title,
    markdown,
    applicability,
  };
}

/** Bulk statements past the publish log: nothing but search reads this database. */
async function publish(skills: readonly MadeSkill[]): Promise<void> {
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
      select made.version_id, made.skill_id, 1, made.title, made.title, made.markdown, sha256(made.markdown::bytea),
             made.applicability, '{zorblax}', 'Made.', 'A test.', 'None.', now_ms()
      from jsonb_to_recordset(${sql.json(skills)})
        as made (skill_id text, version_id text, title text, markdown text, applicability jsonb)`;
  });
}

/** Sets what the library reads from the environment, and makes it forget what it holds of the settings before. */
function useSettings(wanted: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
  for (const name of [
    "database",
    "search-engine",
    "search-indexing-client",
    "search-text-matches",
    "search-statistics",
    "search-index-pulse",
  ])
    forget(name);
}
