import { Api, expect, type Headers, test } from "@/e2e/support/api";
import { unknownIds } from "@/e2e/support/contract";
import { database, letKeyExpire, openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { type Caller, connect, offer, versionRef } from "@/e2e/support/knowledge";
import { startTask } from "@/lib/contract/knowledge/threads";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

const outcome = { outcome: "resolved", text: "Worked as written." } as const;
const withKey = (append_key: string): Headers => ({ "x-service-append-key": append_key });

async function replyCount(api: Api, post_id: string): Promise<number> {
  return (await api.ok(listReplies, { post_id, limit: 100 })).data.length;
}

/** Both ways to report in a task's thread. */
function ways(caller: Caller, append_key: string): Headers[] {
  return [caller.headers, withKey(append_key), { ...caller.headers, ...withKey(append_key) }];
}

test("a task's answer says how to report in its thread, and the same request again gets the same key", async ({
  api,
}) => {
  const caller = await connect(api);
  const input = { title: `Stop the ${word()}`, opening: "It does not stop." };
  const key = { "idempotency-key": word() };
  const { data: first } = await caller.ok(startTask, input, key);
  const { thread } = first;
  expect(thread).toMatchObject({
    append_key: expect.stringMatching(/^ak_[A-Za-z0-9_-]{43}$/),
    replies_remaining: 20,
    replies_url: `${api.base}/api/v1/posts/${thread.thread_id}/replies`,
  });
  expect(Date.parse(thread.append_key_expires_at) - Date.parse(thread.created_at)).toBe(7 * 86_400_000);
  expect((await caller.ok(startTask, input, key)).data).toEqual(first);
  const kept = await database()`
    select 1
    from idempotency_keys
    where idempotency_keys.body::text like ${`%${thread.append_key}%`}`;
  expect(kept).toHaveLength(0);
});

test("token, key or both: the connection is the author, and they share one count", async ({ api }) => {
  const caller = await connect(api, "Agent of the south");
  const { thread } = await caller.startTask();
  const post_id = thread.thread_id;
  const author = { kind: "connection", name: "Agent of the south", mark: caller.mark };
  const left: number[] = [];
  for (const headers of ways(caller, thread.append_key)) {
    const { data } = await api.ok(createReply, { post_id, ...outcome }, headers);
    expect(data.reply.author).toEqual(author);
    expect(data.append_key_expires_at).toBe(thread.append_key_expires_at);
    left.push(data.replies_remaining);
  }
  expect(left).toEqual([19, 18, 17]);
  expect((await api.ok(listReplies, { post_id })).data.map((reply) => reply.author)).toEqual([author, author, author]);
  expect((await api.ok(getPost, { post_id })).data.status).toBe("resolved");
  expect((await caller.sync()).deliveries).toEqual([]);
});

test("an outcome reported by token counts once for the connection", async ({ api }) => {
  const caller = await connect(api);
  const skill = await publishSkill();
  const { thread } = await caller.startTask();
  await offer(api, thread.thread_id, [skill]);
  const used_versions = [versionRef(skill)];
  for (const headers of ways(caller, thread.append_key)) {
    const { data } = await api.ok(createReply, { post_id: thread.thread_id, ...outcome, used_versions }, headers);
    expect(data.counted_versions).toEqual(used_versions);
  }
  const counted = await database()`
    select resolved, connections, anonymous
    from version_outcomes
    where version_outcomes.version_id = ${skill.version_id}`;
  expect(counted).toEqual([{ resolved: 1, connections: 1, anonymous: 0 }]);
});

test("another connection's token is 403 not_thread_owner, also beside the right key", async ({ api }) => {
  const [caller, other] = [await connect(api), await connect(api)];
  const [{ thread }, search] = [await caller.startTask(), await openThread(api)];
  for (const { thread_id: post_id, append_key } of [thread, search]) {
    await other.refused(createReply, "not_thread_owner", { post_id, ...outcome });
    await other.refused(createReply, "not_thread_owner", { post_id, append_key, ...outcome });
    expect(await replyCount(api, post_id)).toBe(0);
  }
});

test("both sent: both must be right", async ({ api }) => {
  const caller = await connect(api);
  const [{ thread }, second] = [await caller.startTask(), await caller.startTask()];
  const { thread_id: post_id, append_key } = thread;
  const wrong = `Bearer ck_${"A".repeat(43)}`;
  await api.refused(createReply, "invalid_token", { post_id, append_key, ...outcome }, { authorization: wrong });
  await api.refused(createReply, "invalid_token", { post_id, ...outcome }, { authorization: "Basic YTpi" });
  await caller.refused(createReply, "append_key_invalid", { post_id, append_key: "ak_wrong", ...outcome });
  const other = second.thread.append_key;
  await caller.refused(createReply, "append_key_wrong_thread", { post_id, append_key: other, ...outcome });
  expect(await replyCount(api, post_id)).toBe(0);
  await letKeyExpire(post_id);
  await caller.refused(createReply, "append_key_expired", { post_id, append_key, ...outcome });
  await caller.ok(createReply, { post_id, ...outcome });
});

for (const mode of ["read-only", "paused", "revoked"] as const)
  test(`a ${mode} connection reports nothing, neither by token nor by its task's key`, async ({ api }) => {
    const caller = await connect(api);
    const { thread } = await caller.startTask();
    await caller.setMode(mode);
    const code = `connection_${mode === "read-only" ? "read_only" : mode}` as const;
    for (const headers of ways(caller, thread.append_key))
      await api.refused(createReply, code, { post_id: thread.thread_id, ...outcome }, headers);
    expect(await replyCount(api, thread.thread_id)).toBe(0);
  });

test("the order of checks is thread, token and mode, key, body, count", async ({ api }) => {
  const [caller, paused] = [await connect(api), await connect(api)];
  const { thread } = await caller.startTask();
  const held = (await paused.startTask()).thread;
  await paused.setMode("paused");
  const wrongBody = { outcome: "splendid" };
  const bad = { authorization: `Bearer ck_${"A".repeat(43)}` };
  const codeOf = async (post_id: string, body: object, headers: Headers) =>
    (await api.problemOf(await api.post(`/api/v1/posts/${post_id}/replies`, body, headers))).code;
  expect(await codeOf(unknownIds.post, wrongBody, bad)).toBe("not_found");
  expect(await codeOf(unknownIds.post, wrongBody, paused.headers)).toBe("not_found");
  expect(await codeOf(thread.thread_id, wrongBody, { ...bad, ...withKey("ak_wrong") })).toBe("invalid_token");
  expect(await codeOf(held.thread_id, wrongBody, { ...paused.headers, ...withKey("ak_wrong") })).toBe(
    "connection_paused",
  );
  expect(await codeOf(held.thread_id, wrongBody, { ...caller.headers, ...withKey("ak_wrong") })).toBe(
    "not_thread_owner",
  );
  expect(await codeOf(thread.thread_id, wrongBody, { ...caller.headers, ...withKey("ak_wrong") })).toBe(
    "append_key_invalid",
  );
  expect(await codeOf(thread.thread_id, wrongBody, {})).toBe("append_key_required");
  await usedUp(thread.thread_id, 20);
  expect(await codeOf(thread.thread_id, wrongBody, caller.headers)).toBe("validation_failed");
  expect(await codeOf(thread.thread_id, outcome, caller.headers)).toBe("append_key_exhausted");
});

async function usedUp(thread_id: string, replies: number): Promise<void> {
  await database()`
    update append_keys
       set replies_used = ${replies}
     where append_keys.thread_id = ${thread_id}`;
}

test("of replies racing by key and by token for the last place, one is stored", async ({ baseURL }) => {
  const api = new Api(baseURL ?? "", { sockets: 20, patient: true });
  const caller = await connect(api);
  for (let round = 0; round < 5; round += 1) {
    const { thread } = await caller.startTask();
    const post_id = thread.thread_id;
    await usedUp(post_id, 19);
    const racing = [...ways(caller, thread.append_key), ...ways(caller, thread.append_key)];
    const all = await Promise.all(racing.map((headers) => api.call(createReply, { post_id, ...outcome }, headers)));
    const codes = all.map((called) =>
      called.ok ? `stored, ${called.body.data.replies_remaining} left` : called.problem.code,
    );
    expect(codes.sort()).toEqual([...Array(5).fill("append_key_exhausted"), "stored, 0 left"]);
    expect(await replyCount(api, post_id)).toBe(1);
  }
  api.close();
});

test("a mode set while replies arrive is obeyed: none is stored after its answer", async ({ baseURL }) => {
  const api = new Api(baseURL ?? "", { sockets: 20, patient: true });
  const caller = await connect(api);
  const { thread } = await caller.startTask();
  const post_id = thread.thread_id;
  const racing = [...ways(caller, thread.append_key), ...ways(caller, thread.append_key)].map((headers) =>
    api.call(createReply, { post_id, ...outcome }, headers),
  );
  const stopped = caller.setMode("paused").then(() => replyCount(api, post_id));
  const codes = (await Promise.all(racing)).map((called) => (called.ok ? "stored" : called.problem.code));
  expect(await replyCount(api, post_id)).toBe(await stopped);
  expect(codes.filter((code) => code === "stored")).toHaveLength(await stopped);
  expect(codes.filter((code) => code !== "stored" && code !== "connection_paused")).toEqual([]);
  api.close();
});

test("an Idempotency-Key sent with the token belongs to the connection", async ({ api }) => {
  const caller = await connect(api);
  const { thread } = await caller.startTask();
  const input = { post_id: thread.thread_id, ...outcome };
  const key = { "idempotency-key": word() };
  const first = await caller.ok(createReply, input, key);
  expect(await caller.ok(createReply, input, key)).toEqual(first);
  expect(await replyCount(api, thread.thread_id)).toBe(1);
});
