import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question, type Skill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { getPost } from "@/lib/contract/public/threads";

const Read = z.looseObject({
  version_id: z.string(),
  fit: z.looseObject({ verdict: z.string(), note: z.string(), next: z.string().optional() }).optional(),
});

/** A skill with a version for 3 and a selected one for 4 of a new technology. */
async function twoMajors() {
  const technology = `gear${word()}`;
  const version = (major: number, of?: Skill) =>
    publishSkill({
      applicability: [{ technology, version_scheme: "semver", constraint: `>=${major} <${major + 1}` }],
      ...(of ? { of, title: of.title } : {}),
    });
  const older = await version(3);
  return { technology, older, newer: await version(4, older) };
}

for (const era of eras)
  test(`get_skill in ${era.era} gives the version that fits, and says what does not`, async ({ api }) => {
    const { technology, older, newer } = await twoMajors();
    const { skill_id } = newer;
    const agent = await Agent.connect(api, era);
    const read = (args: Record<string, unknown>) => agent.ok("get_skill", { skill_id, technology, ...args }, Read);

    expect(await read({ version: "3.1.0" })).toMatchObject({
      version_id: older.version_id,
      fit: { verdict: "compatible", note: `This version is for ${technology} >=3 <4; it fits ${technology} 3.1.0.` },
    });
    const named = await read({ version: "3.1.0", version_id: newer.version_id });
    expect(named).toMatchObject({ version_id: newer.version_id, fit: { verdict: "incompatible" } });
    expect(named.fit?.note).toBe(
      `This version is for ${technology} >=4 <5, not for ${technology} 3.1.0. Version ${older.version_id} fits.`,
    );
    const call = JSON.stringify({ skill_id, version_id: older.version_id });
    expect(named.fit?.next).toBe(`Call get_skill with ${call}.`);
    const uncovered = await read({ version: "2.0.0" });
    expect(uncovered).toMatchObject({ version_id: newer.version_id, fit: { verdict: "incompatible" } });
    expect(uncovered.fit?.note).toContain(`No version of this skill fits ${technology} 2.0.0`);
    expect((await agent.ok("get_skill", { skill_id }, Read)).fit).toBeUndefined();
    await agent.close();
  });

test("list_skills and the prompt take the version that is in use", async ({ api }) => {
  const { technology, older } = await twoMajors();
  const agent = await Agent.connect(api, eras[1]);
  const Listed = z.looseObject({ skills: z.array(z.looseObject({ version_id: z.string(), verdict: z.string() })) });
  const { skills } = await agent.ok("list_skills", { technology, version: "3.0.4" }, Listed);
  expect(skills).toMatchObject([{ version_id: older.version_id, verdict: "compatible" }]);
  const { messages } = await agent.client.getPrompt({
    name: "apply_skill",
    arguments: { skill: older.slug, task: "Stop the rattle.", technology, version: "3.0.4" },
  });
  expect(JSON.stringify(messages)).toContain(older.version_id);
  expect(JSON.stringify(messages)).toContain(`it fits ${technology} 3.0.4`);
  await agent.close();
});

test("a search says the next call with its arguments, also to hosts that show only text", async ({ api }) => {
  const { technology, older, newer } = await twoMajors();
  await becomesFindable(api, newer);
  const agent = await Agent.connect(api, eras[1]);
  const asked = { query: newer.title, technology, version: "3.1.0" };
  const found = await agent.call("search_skills", asked);
  const next = `Call get_skill with ${JSON.stringify({ skill_id: older.skill_id, version_id: older.version_id })}.`;
  expect(found.structuredContent).toMatchObject({ status: "answered", next });
  expect(JSON.stringify(found.content)).toContain(JSON.stringify(next).slice(1, -1));

  const unanswered = { query: question(), technology, version: "3.1.0" };
  const open = await agent.call("search_skills", unanswered);
  expect(open.structuredContent).toMatchObject({
    status: "open",
    next: expect.stringContaining(`call ask_publicly with ${JSON.stringify(unanswered)}.`),
  });
  const Asked = z.looseObject({ thread_id: z.string() });
  const { thread_id } = await agent.ok("ask_publicly", unanswered, Asked);
  expect((await api.ok(getPost, { post_id: thread_id })).data.technologies).toEqual([
    { technology, version: "3.1.0", source: "asked" },
  ]);
  await agent.close();
});

test("one search and one reader are listed for everybody; the former ones still answer a connection", async ({
  api,
}) => {
  const { headers } = await connect(api);
  const agent = await Agent.connect(api, eras[1], headers);
  const names = (await agent.client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => /search|^get_skill|knowledge/.test(name))).toEqual(["search_skills", "get_skill"]);
  await agent.ok("knowledge_search", { query: question() }, z.looseObject({ skills: z.array(z.unknown()) }));
  await agent.close();
});
