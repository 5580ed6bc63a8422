import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question, type Skill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { search, searchPost } from "@/lib/contract/public/search";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { SkillContent } from "@/lib/contract/search-answer";

const Content = z.object({ results: z.array(z.looseObject({ content: SkillContent.optional() })) });

/** The content that each door gives for a question. */
async function contentByDoor(api: Api, q: string): Promise<Record<string, SkillContent | undefined>> {
  const caller = await connect(api);
  const path = "/api/knowledge/v2/search?include=content";
  const v2 = knowledgeSearch.output.parse(JSON.parse((await api.post(path, { query: q }, caller.headers)).text));
  const [era2025, era2026] = await Promise.all(eras.map((era) => Agent.connect(api, era, caller.headers)));
  const args = { query: q, include_content: true };
  const Findings = z.object({ skills: Content.shape.results });
  const found = {
    "GET v1": (await api.ok(search, { q, include: "content", preview: true })).data.results[0]?.content,
    "POST v1": (await api.ok(searchPost, { q, include: "content", preview: true })).data.results[0]?.content,
    v2: v2.data.skills[0]?.content,
    "MCP 2025": (await era2025?.ok("search_skills", args, Content))?.results[0]?.content,
    "MCP 2026": (await era2026?.ok("search_skills", args, Content))?.results[0]?.content,
    "MCP knowledge": (await era2026?.ok("knowledge_search", args, Findings))?.skills[0]?.content,
  };
  await Promise.all([era2025?.close(), era2026?.close()]);
  return found;
}

test("every door gives the text of the first strong result when it is asked for", async ({ api }) => {
  const skill = await publishSkill();
  await becomesFindable(api, skill);
  const content_sha256 = (await api.ok(getSkillVersion, refOf(skill))).data.content_sha256;
  for (const [door, content] of Object.entries(await contentByDoor(api, skill.title)))
    expect(content, door).toEqual({ markdown: skill.markdown, content_sha256, truncated: false });
  const { data } = await api.ok(searchPost, { q: skill.title, preview: true });
  expect(data.results[0]).not.toHaveProperty("content");
});

test("a long text ends at a heading and says where the whole one is", async ({ api }) => {
  const skill = await longSkill();
  await becomesFindable(api, skill);
  const whole = (await api.ok(getSkillVersion, refOf(skill))).data;
  for (const [door, content] of Object.entries(await contentByDoor(api, skill.title))) {
    expect(content, door).toMatchObject({ content_sha256: whole.content_sha256, truncated: true });
    const { markdown = "", rest_url = "" } = content ?? {};
    expect(skill.markdown.startsWith(markdown), door).toBe(true);
    expect(skill.markdown.slice(markdown.length), door).toMatch(/^## Part \d+\n/);
    expect(rest_url, door).toBe(`${api.base}/skills/${skill.skill_id}/versions/${skill.version_id}/SKILL.md`);
  }
});

test("an agent reads on where the text of an answer was cut, and gets each part once", async ({ api }) => {
  const skill = await longSkill();
  await becomesFindable(api, skill);
  const Found = z.object({ next: z.string(), results: Content.shape.results });
  const Rest = z.looseObject({ from: z.int(), third_party_text: z.looseObject({ markdown: z.string() }) });
  for (const era of eras) {
    const agent = await Agent.connect(api, era);
    const { next, results } = await agent.ok("search_skills", { query: skill.title, include_content: true }, Found);
    const start = results[0]?.content?.markdown ?? "";
    const [, tool = "", args = ""] = /call (\w+) with (\{.*\})\.$/.exec(next) ?? [];
    const { from, third_party_text } = await agent.ok(tool, JSON.parse(args), Rest);
    expect([from, start + third_party_text.markdown]).toEqual([start.length, skill.markdown]);
    const past = await agent.ok(tool, { ...JSON.parse(args), from: skill.markdown.length + 1 }, Rest);
    expect(past.third_party_text.markdown).toBe("");
    await agent.refused(tool, "validation_failed", { ...JSON.parse(args), from: -1 });
    await agent.close();
  }
});

test("an answer with its content stays within 3,000 tokens, and alone it uses its 1,450", async ({ api }) => {
  const skill = await longSkill();
  await becomesFindable(api, skill);
  for (const limit of [1, 3, 5]) {
    const { text } = await api.get(
      `/api/v1/search?${new URLSearchParams({ q: skill.title, include: "content", limit: String(limit) })}`,
    );
    expect(JSON.parse(text).data.thread).not.toBeNull();
    expect(text.length / 4).toBeLessThan(3_000);
    if (limit === 1) expect(text.length / 4).toBeGreaterThan(1_100);
  }
});

test("nothing is included when nothing fits, and only content can be", async ({ api }) => {
  const { data } = await api.ok(searchPost, { q: question(), include: "content", preview: true });
  expect(data.results.every((result) => !("content" in result))).toBe(true);
  await api.refused(search, "validation_failed", { q: "x", include: "files", preview: true });
  const caller = await connect(api);
  const body = { query: "x", include: "content" };
  const refused = await api.post("/api/knowledge/v2/search", body, caller.headers);
  expect(refused.status).toBe(422);
  expect(JSON.parse(refused.text).errors).toEqual([
    expect.objectContaining({ pointer: "/include", code: "unknown_field" }),
  ]);
});

function refOf({ skill_id, version_id }: Skill) {
  return { skill_id, version_id };
}

function longSkill(): Promise<Skill> {
  const title = `Tame the ${word()} ${word()}`;
  const parts = Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\n${"Turn it to the left.\n".repeat(20)}\n`);
  return publishSkill({ title, markdown: `# ${title}\n\n${parts.join("")}` });
}
