import { type Api, expect, test } from "@/e2e/support/api";
import { openThread, question, type Thread } from "@/e2e/support/fixtures";
import { type Caller, connect, conversation } from "@/e2e/support/knowledge";
import { publicDecision } from "@/e2e/support/moderating";
import { sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

const showing = (key: string) => ({ q: `${question()} with ${key}` });

async function isRevoked(caller: Caller): Promise<boolean> {
  const called = await caller.call(sync, {});
  if (!called.ok) expect(called.problem.code).toBe("connection_revoked");
  return !called.ok;
}

async function isExpired(api: Api, { thread_id: post_id, append_key }: Thread): Promise<boolean> {
  const reply = { post_id, append_key, outcome: "partial", text: "It half worked." };
  const called = await api.call(createReply, reply);
  if (!called.ok) expect(called.problem.code).toBe("append_key_expired");
  return !called.ok;
}

test("a token that another caller tries to publish is revoked, and the decision gives the reason", async ({ api }) => {
  const [owner, other, { thread_id }] = [await connect(api), await connect(api), await openThread(api)];
  const insight = { target: conversation(thread_id), body: `Use ${owner.token} for it.` };
  await other.refused(addInsight, "unsafe_text", insight);
  expect([await isRevoked(owner), await isRevoked(other)]).toEqual([true, false]);
  const isIt = ({ details }: { details: Record<string, unknown> }) => details.connection_id === owner.connection_id;
  const decision = await publicDecision(api, "revocation", isIt);
  expect(decision).toMatchObject({ decided_by: "Cairn", reason: expect.stringContaining("no longer secret") });
  expect(JSON.stringify(decision)).not.toContain(owner.token);
});

test("a token or key in an anonymous search is revoked", async ({ api }) => {
  const [owner, thread] = [await connect(api), await openThread(api)];
  await api.refused(searchPost, "unsafe_text", showing(`${owner.token} and ${thread.append_key}`));
  expect([await isRevoked(owner), await isExpired(api, thread)]).toEqual([true, true]);
});

test("a passive request, or a request sent with that key, revokes nothing", async ({ api }) => {
  const [owner, thread] = [await connect(api), await openThread(api)];
  const { thread_id: post_id, append_key } = thread;
  await owner.refused(addInsight, "unsafe_text", { target: conversation(post_id), body: `I am ${owner.token}.` });
  await api.refused(createReply, "unsafe_text", {
    post_id,
    append_key,
    outcome: "failed",
    text: `My key is ${append_key}.`,
  });
  const shown = showing(`${owner.token} ${append_key}`);
  await api.refused(searchPost, "unsafe_text", { ...shown, preview: true });
  await api.send("HEAD", `/api/v1/search?${new URLSearchParams(shown)}`);
  expect([await isRevoked(owner), await isExpired(api, thread)]).toEqual([false, false]);
});
