import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question, type Skill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { Agent, eras } from "@/e2e/support/mcp";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { startTask } from "@/lib/contract/knowledge/threads";
import { search, searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { getPost, listPosts } from "@/lib/contract/public/threads";
import { SearchWarning } from "@/lib/contract/search-answer";

type Told = { match_quality?: string | undefined; warnings: SearchWarning[]; versions: string[] };
type Door = (api: Api, q: string, caller: { technology?: string; version?: string }) => Promise<Told>;

const stem = word();
const technology = `${stem}xy`;
/** Two letters swapped. */
const mistyped = `${stem}yx`;
const title = `Cache a ${technology} page`;
const skills: Skill[] = [];

test.beforeAll(async () => {
  for (const major of [3, 4, 5]) {
    const applicability = [semver(technology, `>=${major} <${major + 1}`)];
    const [of] = skills;
    skills.push(await publishSkill({ title, applicability, ...(of ? { of } : {}) }));
  }
});

const McpAnswer = z.looseObject({
  match_quality: z.string(),
  warnings: z.array(SearchWarning),
  results: z.array(z.looseObject({ version_id: z.string() })),
});

const DOORS: Record<string, Door> = {
  "GET /api/v1/search": async (api, q, caller) => {
    const { data } = await api.ok(search, { q, ...caller, preview: true });
    return { ...data, versions: data.results.map(({ version_id }) => version_id) };
  },
  "POST /api/v1/search": async (api, q, caller) => {
    const { data } = await api.ok(searchPost, { q, ...caller, preview: true });
    return { ...data, versions: data.results.map(({ version_id }) => version_id) };
  },
  "POST /api/knowledge/v2/search": async (api, query, { technology: named, version }) => {
    const caller = await connect(api);
    const applicability = named ? [semver(named, version ?? "*")] : [];
    const { data } = await caller.ok(knowledgeSearch, { query, applicability });
    return { ...data, versions: data.skills.map(({ ref }) => ref.version_id) };
  },
  "GET /api/v1/skills": async (api, q, caller) => {
    const { data, warnings } = await api.ok(listSkills, { q, ...caller });
    return { warnings, versions: data.map(({ version }) => version.version_id) };
  },
  "search_skills over MCP": async (api, query, caller) => {
    const agent = await Agent.connect(api, eras[1]);
    const found = await agent.ok("search_skills", { query, ...caller }, McpAnswer);
    await agent.close();
    return { ...found, versions: found.results.map(({ version_id }) => version_id) };
  },
};

for (const [door, ask] of Object.entries(DOORS)) {
  test(`${door} warns of a name that nothing knows, and then claims no answer`, async ({ api }) => {
    await becomesFindable(api, skills[2] as Skill);
    const right = await ask(api, title, { technology, version: "3.1.0" });
    expect(right.warnings).toEqual([]);
    expect(right.versions[0]).toBe(skills[0]?.version_id);
    const wrong = await ask(api, title, { technology: mistyped, version: "3.1.0" });
    expect(wrong.warnings).toEqual([
      expect.objectContaining({ code: "unknown_technology", technology: mistyped, suggestions: [technology] }),
    ]);
    expect(wrong.match_quality).not.toBe("full");
    expect(right.match_quality).toBe(door.includes("skills") && !door.includes("MCP") ? undefined : "full");
    const vague = await ask(api, title, { technology, version: "latest" });
    expect(vague.warnings.map(({ code }) => code)).toEqual(["constraint_not_parsed"]);
    expect(vague.match_quality).not.toBe("full");
    const unread = word();
    const french = await ask(api, `comment ${unread} une page Next.js dans le cache`, {});
    expect(french.warnings).toEqual([
      expect.objectContaining({
        code: "language",
        detail: expect.stringMatching(new RegExp(`"Next\\.js".* understood, not "${unread}";`)),
      }),
    ]);
  });
}

test("spellings of a version lead to the version that fits it", async ({ api }) => {
  await becomesFindable(api, skills[2] as Skill);
  const at = (place: number) => skills[place]?.version_id;
  for (const [caller, place] of [
    [{ technology, version: "v3" }, 0],
    [{ technology, version: ">= 4, < 5" }, 1],
    [{ technology: `${technology.toUpperCase()} 3` }, 0],
    [{ technology: `${technology}@4.2.1` }, 1],
    [{ technology: `pkg:npm/${technology}@3.0.0` }, 0],
    [{ version: "4" }, 1],
    [{ technology, version: "3 or earlier" }, 0],
  ] as const) {
    const { data } = await api.ok(searchPost, { q: title, ...caller, preview: true });
    expect([caller, data.results[0]?.version_id, data.match_quality]).toEqual([caller, at(place), "full"]);
  }
  const { data } = await api.ok(searchPost, { q: `cache a ${technology} 3.2 page`, preview: true });
  expect([data.results[0]?.version_id, data.warnings.map(({ code }) => code)]).toEqual([
    at(0),
    ["technology_inferred"],
  ]);
});

test("a constraint that was not used keeps the thread open, and the thread says what was asked", async ({ api }) => {
  await becomesFindable(api, skills[2] as Skill);
  const opened = async (caller: Record<string, string>) => {
    const { data } = await api.ok(searchPost, { q: title, ...caller });
    const post = (await api.ok(getPost, { post_id: data.thread?.thread_id })).data;
    expect(data.thread?.technologies).toEqual(post.technologies);
    return [
      data.status,
      post.status,
      ...post.technologies.map((one) => `${one.technology} ${one.version} ${one.source}`),
    ];
  };
  const upper = technology.toUpperCase();
  expect(await opened({ technology: upper, version: "v3" })).toEqual(["answered", "answered", `${upper} v3 asked`]);
  expect(await opened({ technology: mistyped, version: "3" })).toEqual(["open", "open", `${mistyped} 3 asked`]);
  expect(await opened({ technology, version: "latest" })).toEqual(["open", "open", `${technology} latest asked`]);
  expect(await opened({ version: "4" })).toEqual(["answered", "answered", `${technology} 4 inferred`]);
  const { data } = await api.ok(listPosts, { technology, limit: 1 });
  expect(data[0]?.technologies).toEqual([{ technology, version: "4", source: "inferred" }]);
});

test("an exact scheme with a range is warned about, and a task keeps the technology of its question", async ({
  api,
}) => {
  await becomesFindable(api, skills[2] as Skill);
  const caller = await connect(api);
  const applicability = [{ technology, version_scheme: "exact", constraint: "^3" }];
  const { data } = await caller.ok(knowledgeSearch, { query: title, applicability });
  expect([data.match_quality, data.warnings.map(({ code }) => code)]).toEqual(["partial", ["exact_with_range"]]);
  const query = `cache a ${technology} 4 page`;
  const task = (await caller.ok(startTask, { title: "Cache it", opening: "Once.", query })).data;
  expect(task.thread.technologies).toEqual([{ technology, version: "4", source: "inferred" }]);
  expect(task.search?.warnings.map(({ code }) => code)).toEqual(["technology_inferred"]);
  const plain = (await caller.ok(startTask, { title: question(), opening: "Once." })).data;
  expect(plain.thread.technologies).toEqual([]);
});

test("the markdown of the directory and of a thread says the same", async ({ api }) => {
  const directory = await api.get(`/skills.md?q=cache&technology=${mistyped}&version=3`);
  expect(directory.text).toContain(`send ${technology} if you meant that`);
  const { data } = await api.ok(searchPost, { q: question(), technology, version: "v3" });
  const thread = await api.get(`/threads/${data.thread?.thread_id}.md`);
  expect(thread.text).toContain(`- Technologies: ${technology} v3\n`);
});

test("a version that may not become public opens no thread", async ({ api }) => {
  const version = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;
  const problem = await api.refused(searchPost, "unsafe_text", { q: question(), technology, version });
  expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/version"]);
});
