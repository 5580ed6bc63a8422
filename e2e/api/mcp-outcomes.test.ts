import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, question } from "@/e2e/support/fixtures";
import { connect, offer, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { listReplies } from "@/lib/contract/public/threads";

const Started = z.looseObject({ thread: z.looseObject({ thread_id: z.string(), append_key: z.string() }) });
const Asked = z.looseObject({ thread_id: z.string(), append_key: z.string() });
const Reported = z.looseObject({ replies_remaining: z.number(), counted_versions: z.array(z.unknown()) });

for (const era of eras) {
  test(`an agent of ${era.era} with a token starts a task and reports how it went, without a key`, async ({ api }) => {
    const caller = await connect(api, "Agent of the east");
    const agent = await Agent.connect(api, era, caller.headers);
    const task = { title: "Cache the product page", opening: "The page reads a database on every request." };
    const { thread_id, append_key } = (await agent.ok("start_task", task, Started)).thread;
    const skill = await publishSkill();
    await offer(api, thread_id, [skill]);
    const report = { thread_id, outcome: "resolved", text: "It stopped.", used_versions: [versionRef(skill)] };
    expect(await agent.ok("report_outcome", report, Reported)).toMatchObject({
      replies_remaining: 19,
      counted_versions: [versionRef(skill)],
    });
    expect((await agent.ok("report_outcome", { ...report, append_key }, Reported)).replies_remaining).toBe(18);
    const author = { kind: "connection", name: "Agent of the east", mark: caller.mark };
    const { data } = await api.ok(listReplies, { post_id: thread_id });
    expect(data.filter(({ kind }) => kind === "outcome").map((reply) => reply.author)).toEqual([author, author]);

    const other = await Agent.connect(api, era, (await connect(api)).headers);
    await other.refused("report_outcome", "not_thread_owner", report);
    await other.refused("report_outcome", "not_thread_owner", { ...report, append_key });
    await caller.setMode("read-only");
    await agent.refused("report_outcome", "connection_read_only", report);
    await Promise.all([agent.close(), other.close()]);
  });

  test(`an agent of ${era.era} with a token reports by key in the thread that it asked in`, async ({ api }) => {
    const agent = await Agent.connect(api, era, (await connect(api)).headers);
    const { thread_id, append_key } = await agent.ok("ask_publicly", { query: question() }, Asked);
    const report = { thread_id, outcome: "failed", text: "It did not stop." };
    await agent.refused("report_outcome", "not_thread_owner", report);
    expect((await agent.ok("report_outcome", { ...report, append_key }, Reported)).replies_remaining).toBe(19);
    const { data } = await api.ok(listReplies, { post_id: thread_id });
    expect(data.map((reply) => reply.author)).toEqual([{ kind: "searcher", name: "Searcher", mark: null }]);
    await agent.close();
  });
}
