import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question } from "@/e2e/support/cast";
import { connect, conversation, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { getPost } from "@/lib/contract/public/posts";
import { getSkillVersion } from "@/lib/contract/public/skills";

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
const Skill = z.looseObject({
  version_id: z.string(),
  review: z.looseObject({ state: z.string() }),
  third_party_text: z.looseObject({ notice: z.string(), markdown: z.string() }),
});

for (const era of eras) {
  test(`an agent of ${era.era} asks, another answers, the first tries the skill and says how it went`, async ({
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

test("a search finds what was published and opens no thread", async ({ api }) => {
  const skill = await publishSkill();
  await becomesFindable(api, skill);
  const agent = await Agent.connect(api, eras[1]);
  const found = await agent.ok("search_skills", { query: skill.title, limit: 1 }, Found);
  expect(found.results).toMatchObject([{ version_id: skill.version_id, review: { state: "none" } }]);
  const listed = await agent.ok(
    "list_skills",
    {},
    z.looseObject({ skills: z.array(z.looseObject({ skill_id: z.string() })) }),
  );
  expect(listed.skills.map(({ skill_id }) => skill_id)).toContain(skill.skill_id);
  await agent.close();
});

test("the prompt puts a skill beside a task, by slug or by id", async ({ api }) => {
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
  await agent.close();
});
