import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import {
  database,
  hideMessage,
  openThread,
  publishSkill,
  question,
  threadsAsking,
  withdrawVersion,
} from "@/e2e/support/fixtures";
import { type Caller, connect, conversation, nothing, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { creation, settled, update } from "@/e2e/support/submitting";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { SkillVersionRef } from "@/lib/contract/primitives";
import { createReply } from "@/lib/contract/public/threads";

const [, era] = eras;
const Anything = z.looseObject({});
const task = { title: "Cache the product page", opening: "The page reads a database on every request." };

async function agentOf(api: Api): Promise<{ agent: Agent; caller: Caller }> {
  const caller = await connect(api);
  return { caller, agent: await Agent.connect(api, era, caller.headers) };
}

test("a paused connection can only sync, and its owner can reactivate it", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const { control } = await caller.setMode("paused");
  for (const [name, args] of [
    ["knowledge_search", { query: "anything" }],
    ["knowledge_read", { ref: conversation(nothing.thread_id) }],
    ["start_task", task],
    ["add_insight", { target: conversation(nothing.thread_id), body: "It works." }],
  ] as const) {
    const problem = await agent.refused(name, "connection_paused", args);
    expect(problem).toMatchObject({ status: 403 });
  }
  await agent.ok("sync", {}, z.looseObject({ control: z.looseObject({ mode: z.literal("paused") }) }));
  const wake = { expected_control_revision: control.control_revision, mode: "active" };
  await agent.ok("set_control_mode", wake, z.looseObject({ control: z.looseObject({ mode: z.literal("active") }) }));
  await agent.ok("start_task", task, Anything);
  await agent.close();
});

test("a read-only connection reads and does not write", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  await caller.setMode("read-only");
  await agent.ok("knowledge_search", { query: "anything" }, Anything);
  await agent.refused("start_task", "connection_read_only", task);
  await agent.close();
});

test("a revoked connection permanently loses everything except its public texts", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  await caller.setMode("revoked");
  await agent.refused("sync", "connection_revoked");
  await agent.refused("knowledge_search", "connection_revoked", { query: "anything" });
  await agent.refused("start_task", "connection_revoked", task);
  await agent.refused("set_control_mode", "connection_revoked", { expected_control_revision: "1", mode: "active" });
  await agent.ok("list_skills", {}, Anything);
  await agent.close();
});

test("a stale control revision changes nothing and returns the current one", async ({ api }) => {
  const { agent } = await agentOf(api);
  const args = { expected_control_revision: "7", mode: "paused" };
  const problem = await agent.refused("set_control_mode", "control_revision_conflict", args);
  expect(problem).toMatchObject({ current_control_revision: "0", current_mode: "active" });
  await agent.close();
});

test("a repeated call with one key has one effect, whether the key is an argument or a header", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const query = question();
  const asked = { query, idempotency_key: `key-${query.replaceAll(" ", "-")}` };
  const Asked = z.looseObject({ thread_id: z.string(), append_key: z.string() });
  const [first, second] = [await agent.ok("ask_publicly", asked, Asked), await agent.ok("ask_publicly", asked, Asked)];
  expect(second).toEqual(first);
  expect(await threadsAsking(query)).toBe(1);
  await agent.refused("ask_publicly", "idempotency_key_reused", { ...asked, query: question() });

  const headers = { ...caller.headers, "idempotency-key": "the-only-message" };
  const repeating = await Agent.connect(api, era, headers);
  const Started = z.looseObject({ thread: z.looseObject({ thread_id: z.string() }) });
  const title = question();
  const [started, repeated] = [
    await repeating.ok("start_task", { ...task, title }, Started),
    await repeating.ok("start_task", { ...task, title }, Started),
  ];
  expect(repeated).toEqual(started);
  expect(await threadsAsking(title)).toBe(1);
  await Promise.all([agent.close(), repeating.close()]);
});

test("a report is checked in the order of HTTP: thread, key, text, count", async ({ api }) => {
  const agent = await Agent.connect(api, era);
  const { thread_id, append_key } = await openThread(api);
  const other = await openThread(api);
  const wrong = { thread_id: nothing.thread_id, append_key: "x", outcome: "maybe", text: "" };
  await agent.refused("report_outcome", "not_found", wrong);
  await agent.refused("report_outcome", "append_key_invalid", { ...wrong, thread_id });
  await agent.refused("report_outcome", "append_key_required", { ...wrong, thread_id, append_key: undefined });
  await agent.refused("report_outcome", "append_key_wrong_thread", {
    ...wrong,
    thread_id,
    append_key: other.append_key,
  });
  await agent.refused("report_outcome", "validation_failed", { ...wrong, thread_id, append_key });
  await database()`update append_keys set replies_used = 20 where append_keys.thread_id = ${thread_id}`;
  const report = { thread_id, append_key, outcome: "failed", text: "It did not stop." };
  await agent.refused("report_outcome", "append_key_exhausted", report);
  await agent.close();
});

test("hidden and withdrawn texts are not shown over MCP either", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const { thread_id, append_key } = await openThread(api);
  const { data } = await api.ok(createReply, {
    post_id: thread_id,
    append_key,
    outcome: "failed",
    text: "To be hidden.",
  });
  await caller.ok(addInsight, { target: conversation(thread_id), body: "To be seen." });
  await hideMessage(data.reply.reply_id);
  const shown = await agent.ok(
    "read_thread",
    { thread_id },
    z.looseObject({ replies: z.array(z.looseObject({ text: z.string() })) }),
  );
  expect(shown.replies.map(({ text }) => text)).toEqual(["To be seen."]);
  const { contents } = await agent.client.readResource({ uri: `thread://${thread_id}` });
  expect(contents).toMatchObject([{ text: expect.stringContaining("> To be seen.") }]);
  expect(JSON.stringify(contents)).not.toContain("To be hidden.");

  const skill = await publishSkill();
  await withdrawVersion(skill, "It broke things.");
  const problem = await agent.refused("get_skill", "withdrawn", {
    skill_id: skill.skill_id,
    version_id: skill.version_id,
  });
  expect(problem.detail).toContain("It broke things.");
  await agent.refused("knowledge_read", "withdrawn", { ref: versionRef(skill) });
  const uri = `skill://v/${skill.version_id}/${skill.slug}/SKILL.md`;
  await expect(agent.client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
  await agent.close();
});

test("a submitted skill and its new version are published as over HTTP", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const Submitted = z.looseObject({
    operation: z.looseObject({ operation_ref: z.string(), state: z.literal("pending") }),
  });
  const { kind: _kind, ...proposal } = creation();
  const first = await agent.ok("propose_skill", proposal, Submitted);
  const created = await settled(caller, first.operation.operation_ref);
  const Published = z.looseObject({ ref: SkillVersionRef, selection_revision: z.string() });
  const { ref, selection_revision } = Published.parse(created.result);

  const { kind: _update, ...changed } = update(ref, selection_revision);
  await agent.refused("propose_skill_update", "selection_revision_conflict", {
    ...changed,
    observed_selection_revision: "7",
  });
  const second = await agent.ok("propose_skill_update", changed, Submitted);
  const updated = Published.parse((await settled(caller, second.operation.operation_ref)).result);
  expect(updated.ref.skill_id).toBe(ref.skill_id);
  const read = await agent.ok("get_skill", { skill_id: ref.skill_id }, z.looseObject({ version_id: z.string() }));
  expect(read.version_id).toBe(updated.ref.version_id);
  await agent.refused("propose_skill", "validation_failed", { ...proposal, kind: "create" });
  await agent.close();
});

test("a long thread comes complete, in pages that a model can read", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const { thread_id } = await openThread(api);
  const bodies = Array.from({ length: 12 }, (_, i) => `${i} ${"long ".repeat(1_590)}`);
  for (const body of bodies) await caller.addInsight(thread_id, body);
  const Page = z.looseObject({
    replies: z.array(z.looseObject({ text: z.string() })),
    next_cursor: z.string().optional(),
  });
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await agent.ok("read_thread", { thread_id, cursor }, Page);
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(60_000);
    read.push(...page.replies.map(({ text }) => text));
    cursor = page.next_cursor;
  } while (cursor);
  expect(read).toEqual(bodies);
  await agent.close();
});

test("deliveries that are too long together are shortened and marked as such", async ({ api }) => {
  const { agent, caller } = await agentOf(api);
  const started = await caller.startTask({ title: question() });
  const other = await connect(api);
  for (let i = 0; i < 10; i += 1) await other.addInsight(started.thread.thread_id, `${i} ${"long ".repeat(1_590)}`);
  const Synced = z.looseObject({
    shortened: z.string(),
    deliveries: z.array(z.unknown()),
    delivered_cursor: z.string(),
  });
  const synced = await agent.ok("sync", {}, Synced);
  expect(synced.deliveries.length).toBe(10);
  expect(JSON.stringify(synced).length).toBeLessThanOrEqual(60_000);
  await agent.ok(
    "sync",
    { delivered_cursor: synced.delivered_cursor },
    z.looseObject({ deliveries: z.array(z.unknown()).length(0) }),
  );
  await agent.close();
});
