import { createHash } from "node:crypto";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, type Skill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { from, openThreadAbout } from "@/e2e/support/knowledge";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";
import { createReply } from "@/lib/contract/public/threads";

/** Skills about a unique technology, so that no other skill appears between them. */
async function skillsAbout(technology: string, titles: string[]): Promise<Skill[]> {
  const skills: Skill[] = [];
  const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=16 <17" }];
  for (const title of titles) skills.push(await publishSkill({ title, applicability }));
  return skills;
}

const idsOf = (skills: Array<{ skill_id: string }>) => skills.map(({ skill_id }) => skill_id);

async function pages(api: Api, input: Record<string, unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.ok(listSkills, { ...input, cursor });
    seen.push(...idsOf(page.data));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return seen;
}

test.describe("the directory", () => {
  test("lists a skill with the data of its card", async ({ api }) => {
    const technology = word();
    const review = { version_checked: "16.4.6", note: "Tried as written.", reviewer: "Ada" };
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=16 <17" }];
    const skill = await publishSkill({ applicability, review });
    const { data } = await api.ok(listSkills, { technology });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      skill_id: skill.skill_id,
      slug: skill.slug,
      title: skill.title,
      canonical_url: `${api.base}/skills/${skill.skill_id}/${skill.slug}`,
      selected: { kind: "skill_version", skill_id: skill.skill_id, version_id: skill.version_id },
      applicability,
      review: { state: "reviewed", ...review },
      outcomes: { resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections: 0, anonymous: 0 } },
      match: null,
    });
  });

  test("is sorted by update, title or outcomes, and complete across pages in each order", async ({ api }) => {
    const technology = word();
    const [b, c, a] = await skillsAbout(technology, ["Bake it", "Cool it", "Ask for it"]);
    if (!c) throw new Error("There are too few skills.");
    for (const network of [1, 2, 3]) {
      const { thread_id: post_id, append_key } = await openThreadAbout(api, [c], from(network));
      const used_versions = [{ kind: "skill_version", skill_id: c.skill_id, version_id: c.version_id }];
      await api.ok(createReply, { post_id, append_key, outcome: "resolved", text: "It did.", used_versions });
    }
    const order = async (sort: string) => pages(api, { technology, sort, limit: 2 });
    expect(await order("updated")).toEqual([a?.skill_id, c?.skill_id, b?.skill_id]);
    expect(await order("title")).toEqual([a?.skill_id, b?.skill_id, c?.skill_id]);
    expect((await order("outcomes"))[0]).toBe(c?.skill_id);
    expect((await order("outcomes")).sort()).toEqual(idsOf([a, b, c].filter((skill) => skill !== undefined)).sort());
    expect(await pages(api, { technology })).toEqual(await order("updated"));
  });

  test("has twenty skills per page by default", async ({ api }) => {
    const technology = word();
    await skillsAbout(
      technology,
      Array.from({ length: 21 }, (_, i) => `Turn it ${i} times`),
    );
    const page = await api.ok(listSkills, { technology });
    expect(page.data).toHaveLength(20);
    expect((await api.ok(listSkills, { technology, cursor: page.next_cursor })).data).toHaveLength(1);
  });

  test("can be filtered by fitting version and by review", async ({ api }) => {
    const technology = word();
    const [plain] = await skillsAbout(technology, ["Leave it alone"]);
    const reviewed = await publishSkill({
      applicability: [{ technology, version_scheme: "semver", constraint: ">=15 <16" }],
      review: { version_checked: "15.1.0", note: "Tried.", reviewer: "Ada" },
    });
    const list = async (input: Record<string, unknown>) => pages(api, { technology, ...input });
    expect((await list({})).sort()).toEqual([plain?.skill_id, reviewed.skill_id].sort());
    expect(await list({ reviewed: true })).toEqual([reviewed.skill_id]);
    expect(await list({ reviewed: false })).toEqual([plain?.skill_id]);
    expect(await list({ reported: true })).toEqual([]);
    expect(await list({ reported: false })).toHaveLength(2);
    expect(await list({ version: "16.1.0" })).toEqual([plain?.skill_id]);
    expect(await list({ version: "15.2.0" })).toEqual([reviewed.skill_id]);
    expect(await list({ version: "14.0.0" })).toEqual([]);
  });

  test("tests review and reports on the version that it shows", async ({ api }) => {
    const technology = word();
    const about = (constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];
    const review = { version_checked: "1.5.0", note: "Tried.", reviewer: "Ada" };
    const old = await publishSkill({ applicability: about(">=1 <2"), review });
    const young = await publishSkill({ of: old, applicability: about(">=2 <3") });
    const other = await publishSkill({ applicability: about(">=1") });
    const thread = await openThreadAbout(api, [old]);
    const used_versions = [{ kind: "skill_version", skill_id: old.skill_id, version_id: old.version_id }];
    const { thread_id: post_id, append_key } = thread;
    await api.ok(createReply, { post_id, append_key, outcome: "resolved", text: "It did.", used_versions });
    const list = async (input: Record<string, unknown>) =>
      (await api.ok(listSkills, { technology, ...input })).data.map(({ version }) => version.version_id);
    for (const filter of ["reviewed", "reported"]) {
      expect(await list({ version: "1.5.0", [filter]: true }), filter).toEqual([old.version_id]);
      expect(await list({ version: "1.5.0", [filter]: false }), filter).toEqual([other.version_id]);
      expect(await list({ version: "2.5.0", [filter]: true }), filter).toEqual([]);
      expect((await list({ version: "2.5.0", [filter]: false })).sort(), filter).toEqual(
        [young.version_id, other.version_id].sort(),
      );
      expect(await list({ [filter]: true }), filter).toEqual([]);
    }
  });

  test("shows each skill in the version that fits, listed or searched, and names the selected version too", async ({
    api,
  }) => {
    const technology = word();
    const about = (constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];
    const subject = word();
    const old = await publishSkill({ title: `Mend the ${subject} of old`, applicability: about("<16") });
    const young = await publishSkill({ of: old, title: `Mend the ${subject} of now`, applicability: about(">=16") });
    await becomesFindable(api, young);
    const refOf = ({ skill_id, version_id }: Skill) => ({ kind: "skill_version", skill_id, version_id });
    for (const q of [undefined, old.title, `mend ${subject}`]) {
      const list = async (version: string) => (await api.ok(listSkills, { q, technology, version })).data;
      // The index gets both versions within moments, but not at once.
      for (const version of ["15.0.0", "16.2.0"])
        await expect.poll(() => list(version), { message: `${q} for ${version}` }).toHaveLength(1);
      expect(await list("15.0.0"), q).toMatchObject([
        {
          title: old.title,
          version: refOf(old),
          selected: refOf(young),
          applicability: about("<16"),
          canonical_url: `${api.base}/skills/${old.skill_id}/versions/${old.version_id}`,
        },
      ]);
      expect(await list("16.2.0"), q).toMatchObject([
        { title: young.title, version: refOf(young), selected: refOf(young), applicability: about(">=16") },
      ]);
    }
    await withdrawVersion(old, "It harms.");
    expect((await api.ok(listSkills, { technology, version: "15.0.0" })).data).toEqual([]);
  });

  test("finds skills by words and explains the match", async ({ api }) => {
    const skill = await publishSkill();
    await becomesFindable(api, skill);
    const { data } = await api.ok(listSkills, { q: skill.title });
    expect(data[0]?.skill_id).toBe(skill.skill_id);
    expect(data[0]?.match?.why).toContain("title");
    expect((await api.ok(listSkills, { q: `${word()} ${word()}` })).data).toEqual([]);
  });

  test("returns the matched words as they are written in the texts", async ({ api }) => {
    const name = word();
    const skill = await publishSkill({
      title: `Caching ${name} for PostgreSQL in Next.js`,
      description: `How ${name} caches.`,
      markdown: `# Keep it\n\nA <b>cached</b> ${name} page.\n`,
    });
    await becomesFindable(api, skill);
    const { data } = await api.ok(listSkills, { q: `use ${name} cached nextjs posgtresql` });
    const match = data.find(({ skill_id }) => skill_id === skill.skill_id)?.match;
    expect(match?.why).toEqual(["title", "description", "markdown"]);
    expect(match?.excerpt).toContain("cached");
    expect([...(match?.matched_words ?? [])].sort()).toEqual(
      ["Caching", name, "PostgreSQL", "Next.js", "caches", "cached"].sort(),
    );
  });

  test("returns cursors that work only with the same filter", async ({ api }) => {
    const technology = word();
    await skillsAbout(technology, ["One", "Two", "Three"]);
    const cursor = (await api.ok(listSkills, { technology, limit: 1 })).next_cursor;
    expect(cursor).not.toBeNull();
    for (const input of [
      {},
      { technology: word() },
      { technology, sort: "title" },
      { technology, reviewed: false },
      { technology, reported: false },
      { technology, q: "it" },
    ]) {
      await api.refused(listSkills, "invalid_cursor", { ...input, cursor });
    }
    expect((await api.ok(listSkills, { technology, limit: 5, cursor })).data).toHaveLength(2);
  });

  test("shows neither candidates nor withdrawn versions", async ({ api }) => {
    const technology = word();
    const applicability = [{ technology, version_scheme: "unknown" as const, constraint: "any" }];
    await publishSkill({ applicability, select: false });
    const gone = await publishSkill({ applicability });
    const kept = await publishSkill({ applicability });
    await withdrawVersion(gone, "It harms.");
    expect(await pages(api, { technology })).toEqual([kept.skill_id]);
  });

  test("returns 304 while unchanged", async ({ api }) => {
    const technology = word();
    await skillsAbout(technology, ["Only this"]);
    const path = `/api/v1/skills?technology=${technology}`;
    const { etag = "" } = (await api.get(path)).headers;
    expect((await api.get(path, { "if-none-match": etag })).status).toBe(304);
    await skillsAbout(technology, ["And this"]);
    expect((await api.get(path, { "if-none-match": etag })).status).toBe(200);
  });
});

test.describe("a skill", () => {
  test("is its complete selected version, with its versions newest first", async ({ api }) => {
    const first = await publishSkill();
    const second = await publishSkill({ of: first, title: `${first.title} twice` });
    const candidate = await publishSkill({ of: second, select: false });
    const { data } = await api.ok(getSkill, { skill_id: first.skill_id });
    expect(data).toMatchObject({
      version_id: second.version_id,
      title: second.title,
      markdown: second.markdown,
      is_selected: true,
      is_candidate: false,
      base_version_id: first.version_id,
      selection_revision: "2",
      selected: { kind: "skill_version", skill_id: first.skill_id, version_id: second.version_id },
      skill_url: `${api.base}/skills/${first.skill_id}/${first.slug}`,
      canonical_url: `${api.base}/skills/${first.skill_id}/versions/${second.version_id}`,
    });
    expect(data.versions.map(({ version_id, ordinal, state }) => [version_id, ordinal, state])).toEqual([
      [candidate.version_id, "3", "candidate"],
      [second.version_id, "2", "selected"],
      [first.version_id, "1", "published"],
    ]);
  });

  test("has a hash of its markdown", async ({ api }) => {
    const skill = await publishSkill({ markdown: "# Ünïcode\r\n\n```sh\necho '🧑‍🌾'\n```\n" });
    for (const { data } of [
      await api.ok(getSkill, { skill_id: skill.skill_id }),
      await api.ok(getSkillVersion, { skill_id: skill.skill_id, version_id: skill.version_id }),
    ]) {
      expect(data.markdown).toBe(skill.markdown);
      expect(data.content_sha256).toBe(createHash("sha256").update(skill.markdown, "utf8").digest("hex"));
    }
  });

  test("without a verification says so, and never claims to be the latest", async ({ api }) => {
    const { skill_id, version_id } = await publishSkill();
    const { data } = await api.ok(getSkillVersion, { skill_id, version_id });
    expect(data.review).toEqual({ state: "none", note: "No verification is recorded for this version." });
  });

  test("keeps a candidate readable by its id, marked as a candidate", async ({ api }) => {
    const skill = await publishSkill();
    const { version_id } = await publishSkill({ of: skill, select: false });
    const { data } = await api.ok(getSkillVersion, { skill_id: skill.skill_id, version_id });
    expect([data.is_candidate, data.is_selected]).toEqual([true, false]);
  });

  test("returns 304 while unchanged", async ({ api }) => {
    const { skill_id, version_id } = await publishSkill();
    for (const path of [`/api/v1/skills/${skill_id}`, `/api/v1/skills/${skill_id}/versions/${version_id}`]) {
      const { etag = "", "cache-control": cache } = (await api.get(path)).headers;
      expect(cache).toBe("no-cache");
      expect((await api.get(path, { "if-none-match": etag })).status, path).toBe(304);
    }
  });
});
