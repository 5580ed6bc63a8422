import { type Api, expect, test } from "@/e2e/support/api";
import { database, makeSource, publishFrom, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { listTechnologies, type Technology } from "@/lib/contract/public/technologies";

const of = (technology: string, constraint: string, version_scheme: "semver" | "exact" | "unknown" = "semver") =>
  [{ technology, version_scheme, constraint }] satisfies ApplicabilityEntry[];

/** Every technology, page by page. */
async function all(api: Api, limit = 100): Promise<Technology[]> {
  const found: Technology[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.ok(listTechnologies, { limit, ...(cursor ? { cursor } : {}) });
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

async function row(api: Api, technology: string): Promise<Technology | undefined> {
  return (await all(api)).find((one) => one.technology === technology);
}

async function release(technology: string, newest: string): Promise<void> {
  await database()`
    insert into technology_releases (technology, newest, released_at, address)
    values (${technology}, ${newest}, '2026-11-01', 'npm:test')`;
}

test("a technology has its listed skills and versions, with ranges that meet as one", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({ applicability: of(technology, ">=1.2 <1.3") });
  await publishSkill({ of: skill, applicability: of(technology, ">=1.3 <2") });
  await publishSkill({
    applicability: [...of(technology, "4.0.1", "exact"), ...of(technology, "the old one", "unknown")],
  });
  const candidate = await publishSkill({ select: false, applicability: of(technology, "^9") });
  const withdrawn = await publishSkill({ applicability: of(technology, "^7") });
  expect((await row(api, technology))?.skills).toBe(3);
  await withdrawVersion(withdrawn, "It is wrong.");
  expect(await row(api, technology)).toEqual({
    technology,
    skills: 2,
    versions: 3,
    ranges: [">=1.2.0 <2.0.0", "4.0.1", "the old one"],
    newest: null,
    skills_url: `${api.base}/skills?technology=${technology}`,
  });
  expect(candidate.version_id).toMatch(/^skv_/);
});

test("a version that waits is not counted, and a technology without a listed skill is not named", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({ applicability: of(technology, "^1") });
  expect(await row(api, technology)).toBeDefined();
  await database().begin(async (sql) => {
    await sql`update skill_versions set quarantined_at = now_ms() where skill_versions.version_id = ${skill.version_id}`;
    await sql`select append_publish_log('quarantine', ${skill.version_id}, '{}')`;
  });
  expect(await row(api, technology)).toBeUndefined();
});

test("the newest release counts as checked where a review or a source looked at it, not where an author says so", async ({
  api,
}) => {
  const [reviewed, stated, behind, sourced] = [word(), word(), word(), word()];
  const review = (version_checked: string) => ({ version_checked, note: "Ran it.", reviewer: "Maintainer" });
  await publishSkill({ applicability: of(reviewed, ">=1"), review: review("2.0.0") });
  await publishSkill({ applicability: of(stated, ">=1") });
  await publishSkill({ applicability: of(behind, ">=1"), review: review("1.4.0") });
  await publishFrom(await makeSource("npm"), { applicability: of(sourced, ">=1 <3") });
  for (const technology of [reviewed, stated, behind, sourced]) await release(technology, "2.0.0");
  const checked = new Map((await all(api)).map((one) => [one.technology, one.newest]));
  const newest = (skills_checked: number) => ({
    version: "2.0.0",
    released_at: "2026-11-01T00:00:00.000Z",
    skills_checked,
  });
  expect(checked.get(reviewed)).toEqual(newest(1));
  expect(checked.get(stated)).toEqual(newest(0));
  expect(checked.get(behind)).toEqual(newest(0));
  expect(checked.get(sourced)).toEqual(newest(1));
});

test("a release of two numbers counts as checked like any other", async ({ api }) => {
  const technology = word();
  const review = { version_checked: "18.1", note: "Ran it.", reviewer: "Maintainer" };
  await publishSkill({ applicability: of(technology, ">=16 <19"), review });
  await release(technology, "18.1");
  expect((await row(api, technology))?.newest).toMatchObject({ version: "18.1", skills_checked: 1 });
});

test("the pages of the list have each technology once, those with most skills first", async ({ api }) => {
  const several = [word(), word(), word()];
  for (const technology of several) await publishSkill({ applicability: of(technology, "^1") });
  const small = await all(api, 7);
  for (const technology of several) expect(small.filter((one) => one.technology === technology)).toHaveLength(1);
  const counts = small.map(({ skills }) => skills);
  // Others publish meanwhile, which moves single technologies up between two pages.
  expect(counts[0]).toBe(Math.max(...counts));
  expect(counts.at(-1)).toBe(Math.min(...counts));
  await api.refused(listTechnologies, "invalid_cursor", { cursor: "c".repeat(40) });
});

test("page, markdown and front page say what is covered", async ({ api }) => {
  const technology = word();
  for (const count of [1, 2, 3]) await publishSkill({ applicability: of(technology, `>=${count} <${count + 1}`) });
  await release(technology, "60.1.0");
  const markdown = await walked(api, "/technologies.md", /Next page: (\S+)/);
  expect(markdown).toContain(
    `- [${technology}](${api.base}/skills.md?technology=${technology}): 3 skills, 3 versions; covers >=1.0.0 \\<4.0.0; newest release 60.1.0 (2026-11-01): not checked with it\n`,
  );
  const html = await walked(api, "/technologies", /href="([^"]+)" rel="next"/);
  expect(html).toContain(`href="/skills?technology=${technology}"`);
  const sentence = /[\d,]+ skills in [\d,]+ versions cover [\d,]+ technologies\./;
  expect((await api.get("/", { accept: "text/html" })).text).toMatch(sentence);
  expect((await api.get("/index.md")).text).toMatch(sentence);
  for (const path of ["/skills?q=zzyzx&technology=zzyzx", "/"])
    expect((await api.get(path, { accept: "text/html" })).text).toContain('href="/technologies"');
});

/** A list whose pages each name the next one. */
async function walked(api: Api, first: string, next: RegExp): Promise<string> {
  const texts: string[] = [];
  for (let path = first; path !== ""; ) {
    const { text } = await api.get(path, { accept: "text/html" });
    texts.push(text);
    path = (next.exec(text)?.[1] ?? "").replaceAll("&amp;", "&").replace(api.base, "");
  }
  return texts.join("\n");
}
