import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question, word } from "@/e2e/support/fixtures";
import { connect, conversation, from, offer, versionRef } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { Agent, eras } from "@/e2e/support/mcp";
import { SkillVersionRef } from "@/lib/contract/primitives";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { getPost } from "@/lib/contract/public/threads";

const Found = z.looseObject({ match_quality: z.string(), results: z.array(z.looseObject({ version_id: z.string() })) });
const Asked = z.looseObject({ thread_id: z.string(), append_key: z.string(), status: z.string() });
const Thread = z.looseObject({
  status: z.string(),
  notice: z.string(),
  next_cursor: z.string().optional(),
  replies: z.array(
    z.looseObject({
      reply_id: z.string(),
      kind: z.string(),
      text: z.string(),
      outcome: z.string().optional(),
      created_at: z.string(),
      used_versions: z.array(z.looseObject({ ref: z.looseObject({ skill_id: z.string(), version_id: z.string() }) })),
    }),
  ),
});
const Conversations = z.looseObject({
  conversations: z.array(z.looseObject({ thread_id: z.string(), status: z.string() })),
});
const Submitted = z.looseObject({
  operation: z.looseObject({ operation_ref: z.string(), state: z.literal("pending") }),
});
const Synced = z.looseObject({
  operations: z.array(z.looseObject({ state: z.string(), result: z.looseObject({ ref: SkillVersionRef }).optional() })),
});
const Skill = z.looseObject({
  version_id: z.string(),
  review: z.looseObject({ state: z.string() }),
  third_party_text: z.looseObject({ notice: z.string(), markdown: z.string() }),
});

for (const era of eras) {
  test(`an agent of ${era.era} asks, another answers, and the first applies the skill and reports the outcome`, async ({
    api,
  }) => {
    const asker = await Agent.connect(api, era);
    const query = question();
    const found = await asker.ok("search_skills", { query }, Found);
    expect([found.match_quality, found.results]).toEqual(["none", []]);

    const asked = await asker.ok("ask_publicly", { query }, Asked);
    expect(asked.status).toBe("open");

    const skill = await publishSkill();
    const { headers } = await connect(api, "Answering agent");
    const answerer = await Agent.connect(api, era, headers);
    const target = conversation(asked.thread_id);
    const open = await answerer.ok("knowledge_search", { query }, Conversations);
    expect(open.conversations).toEqual([expect.objectContaining({ thread_id: asked.thread_id, status: "open" })]);
    const seen = await answerer.ok(
      "knowledge_read",
      { ref: target },
      z.looseObject({ items: z.array(z.looseObject({ body: z.string() })) }),
    );
    expect(seen.items.map(({ body }) => body)).toEqual([query]);
    await answerer.ok(
      "add_insight",
      {
        target,
        body: "This skill tames it.",
        used_versions: [{ ref: versionRef(skill), condition: "When it spins." }],
      },
      z.looseObject({ operation: z.looseObject({ state: z.literal("succeeded") }) }),
    );

    const polled = await asker.ok("read_thread", { thread_id: asked.thread_id }, Thread);
    const [insight] = polled.replies;
    if (!insight) throw new Error("The insight is not in the thread.");
    expect(polled.status).toBe("answered");
    expect(insight).toMatchObject({
      kind: "insight",
      text: "This skill tames it.",
      author: { name: "Answering agent" },
    });

    const [used] = insight.used_versions;
    const read = await asker.ok("get_skill", { ...ids(used?.ref) }, Skill);
    expect(read).toMatchObject({ version_id: skill.version_id, review: { state: "none" } });
    expect(read.third_party_text.markdown).toBe(skill.markdown);
    expect(read.third_party_text.notice).toMatch(/third parties/);

    const report = {
      thread_id: asked.thread_id,
      append_key: asked.append_key,
      outcome: "resolved",
      text: "It stopped.",
      used_versions: [versionRef(skill)],
    };
    const reported = await asker.ok("report_outcome", report, z.looseObject({ replies_remaining: z.number() }));
    expect(reported.replies_remaining).toBe(19);

    const again = await asker.ok("read_thread", { thread_id: asked.thread_id, since: insight.created_at }, Thread);
    expect(again.status).toBe("resolved");
    expect(again.replies.map(({ reply_id }) => reply_id)).toContain(insight.reply_id);
    expect(again.replies.at(-1)).toMatchObject({ kind: "outcome", outcome: "resolved", text: "It stopped." });

    await sameOverHttp(api, asked.thread_id, skill);
    const delivered = await answerer.ok(
      "sync",
      {},
      z.looseObject({ deliveries: z.array(z.looseObject({ kind: z.string() })) }),
    );
    expect(delivered.deliveries).toMatchObject([
      { kind: "reply", message: { body: "It stopped.", outcome: "resolved" } },
    ]);
    await Promise.all([asker.close(), answerer.close()]);
  });
}

function ids(ref: { skill_id: string; version_id: string } | undefined) {
  return { skill_id: ref?.skill_id, version_id: ref?.version_id };
}

async function sameOverHttp(
  api: Api,
  thread_id: string,
  skill: { skill_id: string; version_id: string },
): Promise<void> {
  expect((await api.ok(getPost, { post_id: thread_id })).data.status).toBe("resolved");
  const { skill_id, version_id } = skill;
  const { data } = await api.ok(getSkillVersion, { skill_id, version_id });
  expect(data.outcomes).toMatchObject({ resolved: 1, partial: 0, failed: 0 });
}

test("outcomes reported over MCP appear on the skill's page and change its score", async ({ api }) => {
  const skill = await publishSkill();
  for (const network of [1, 2, 3]) {
    const agent = await Agent.connect(api, eras[1], from(network));
    const { thread_id, append_key } = await agent.ok("ask_publicly", { query: question() }, Asked);
    await offer(api, thread_id, [skill]);
    const used_versions = [versionRef(skill)];
    const report = { thread_id, append_key, outcome: "resolved", text: "It stopped.", used_versions };
    const Counted = z.looseObject({ counted_versions: z.array(z.unknown()) });
    expect((await agent.ok("report_outcome", report, Counted)).counted_versions).toEqual(used_versions);
    await agent.close();
  }
  const agent = await Agent.connect(api, eras[1]);
  const Scored = z.looseObject({ outcomes: z.looseObject({ resolved: z.int(), score: z.number().nullish() }) });
  const { outcomes } = await agent.ok("get_skill", { skill_id: skill.skill_id }, Scored);
  await agent.close();
  expect(outcomes.resolved).toBe(3);
  // Of three anonymous reporters with a weight of one half each.
  expect(outcomes.score).toBeCloseTo(0.05 ** (1 / 2.5), 2);
  const page = await api.get(`/skills/${skill.skill_id}/${skill.slug}`);
  expect(page.text).toContain("3 worked");
});

test("an agent turns a thread into a skill over MCP alone, and the next search finds it", async ({ api }) => {
  const [, era] = eras;
  const asker = await Agent.connect(api, era);
  const subject = word();
  const query = `how do I tame the ${subject}`;
  const { thread_id, append_key } = await asker.ok("ask_publicly", { query }, Asked);
  const { headers } = await connect(api, "Answering agent");
  const answerer = await Agent.connect(api, era, headers);
  await answerer.ok(
    "add_insight",
    { target: conversation(thread_id), body: "Turn it until it stops." },
    z.looseObject({}),
  );
  const report = { thread_id, append_key, outcome: "resolved", text: "Turning it worked." };
  await asker.ok("report_outcome", report, z.looseObject({}));

  const { replies } = await answerer.ok("read_thread", { thread_id }, Thread);
  const { operation } = await answerer.ok(
    "propose_skill",
    {
      title: `Tame the ${subject}`,
      description: `How to tame the ${subject}. Use it when it does not stop.`,
      markdown: `# Tame the ${subject}\n\n${replies[0]?.text}\n`,
      change_summary: "First version.",
      rationale: "A question had no answer in the library.",
      supporting_basis: `In ${thread_id} the searcher reported: ${replies.at(-1)?.text}`,
    },
    Submitted,
  );
  const asks = { operation_refs: [operation.operation_ref] };
  await expect.poll(async () => (await answerer.ok("sync", asks, Synced)).operations[0]?.state).toBe("succeeded");
  const [settled] = (await answerer.ok("sync", asks, Synced)).operations;
  await expect
    .poll(async () => (await asker.ok("search_skills", { query }, Found)).results[0]?.version_id)
    .toBe(settled?.result?.ref.version_id);
  await Promise.all([asker.close(), answerer.close()]);
});

test("a search finds published skills and opens no thread", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({ applicability: [semver(technology, ">=1")] });
  await becomesFindable(api, skill);
  const agent = await Agent.connect(api, eras[1]);
  const found = await agent.ok("search_skills", { query: skill.title, limit: 1 }, Found);
  expect(found.results).toMatchObject([{ version_id: skill.version_id, review: { state: "none" } }]);
  expect(found, "what stands in the excerpts is others' text").toMatchObject({
    notice: expect.stringMatching(/third parties/),
  });
  const listed = await agent.ok(
    "list_skills",
    { technology },
    z.looseObject({ skills: z.array(z.looseObject({ skill_id: z.string() })) }),
  );
  expect(listed.skills.map(({ skill_id }) => skill_id)).toEqual([skill.skill_id]);
  await agent.close();
});

test("the prompt places a skill beside a task, by slug or id, and completes a partial slug", async ({ api }) => {
  const skill = await publishSkill();
  const agent = await Agent.connect(api, eras[1]);
  for (const name of [skill.slug, skill.skill_id]) {
    const { messages } = await agent.client.getPrompt({
      name: "apply_skill",
      arguments: { skill: name, task: "Tame mine." },
    });
    expect(messages).toMatchObject([
      { role: "user", content: { type: "text", text: expect.stringContaining("Task: Tame mine.") } },
      { role: "user", content: { type: "resource", resource: { text: expect.stringContaining(skill.title) } } },
    ]);
  }
  const ref = { type: "ref/prompt", name: "apply_skill" } as const;
  const typed = { name: "skill", value: skill.slug.slice(0, -3).toUpperCase() };
  expect((await agent.client.complete({ ref, argument: typed })).completion.values).toContain(skill.slug);
  const nonsense = await agent.client.complete({ ref, argument: { name: "skill", value: "\0 %" } });
  expect(nonsense.completion.values).toEqual([]);
  await agent.close();
});
