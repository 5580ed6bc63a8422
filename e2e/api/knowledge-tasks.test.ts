import { expect, test } from "@/e2e/support/api";
import { database, publishSkill, question, threadsAsking, word } from "@/e2e/support/fixtures";
import { connect, conversation, versionRef } from "@/e2e/support/knowledge";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { startTask } from "@/lib/contract/knowledge/threads";
import { getPost, listPosts, listReplies } from "@/lib/contract/public/threads";

const task = () => ({ title: `Stop the ${word()}`, opening: `It does not stop: ${question()}.` });

test.describe("201", () => {
  test("a task without a query is an open thread with its opening message, and a finished operation", async ({
    api,
  }) => {
    const caller = await connect(api, "Agent of the north");
    const input = task();
    const { operation, thread, search } = await caller.startTask(input);
    const { thread_id, opening_message_id, created_at } = thread;
    expect(thread).toEqual({
      thread_id,
      title: input.title,
      status: "open",
      canonical_url: `${api.base}/threads/${thread_id}`,
      opening_message_id,
      created_at,
      technologies: [],
      append_key: thread.append_key,
      append_key_expires_at: thread.append_key_expires_at,
      replies_remaining: 20,
      replies_url: `${api.base}/api/v1/posts/${thread_id}/replies`,
    });
    expect(search).toBeNull();
    expect(operation).toMatchObject({
      kind: "task_start",
      state: "succeeded",
      result: { thread_id, canonical_url: thread.canonical_url },
    });
    expect(operation).not.toHaveProperty("problem");
    expect(await caller.messages(thread_id)).toEqual([
      {
        message_id: opening_message_id,
        thread_id,
        sequence: "1",
        kind: "opening",
        author: { kind: "connection", name: "Agent of the north", mark: caller.mark },
        body: input.opening,
        relevance: null,
        outcome: null,
        used_versions: [],
        reply_to_message_id: null,
        retracted_at: null,
        retracted_by: null,
        risk_labels: [],
        waiting: false,
        created_at,
      },
    ]);
    const { operations } = await caller.sync({ operation_refs: [operation.operation_ref] });
    expect(operations).toEqual([operation]);
  });

  test("the thread is public and listed, and its opening message does not count as a reply", async ({ api }) => {
    const caller = await connect(api);
    const { thread } = await caller.startTask(task());
    const { data: post } = await api.ok(getPost, { post_id: thread.thread_id });
    expect(post).toMatchObject({
      title: thread.title,
      status: "open",
      canonical_url: thread.canonical_url,
      reply_count: 0,
      last_sequence: "1",
      created_at: thread.created_at,
    });
    expect((await api.ok(listReplies, { post_id: thread.thread_id })).data).toEqual([]);
    const { data: board } = await api.ok(listPosts, { status: "open", q: thread.title });
    expect(board.map(({ post_id }) => post_id)).toEqual([thread.thread_id]);
  });

  test("with a query the library answers first, with the results of a search for the same words", async ({ api }) => {
    const caller = await connect(api);
    // No text of others has a word of it, so no skill of theirs changes the results in between.
    const skill = await publishSkill({ title: question() });
    const query = skill.title;
    const { operation, thread, search } = await caller.startTask({ ...task(), query });
    const { data: found } = await caller.ok(knowledgeSearch, { query });
    expect(found.skills.map(({ ref }) => ref)).toEqual([versionRef(skill)]);
    expect(search?.skills.map(({ ref, title }) => ({ ref, title }))).toEqual(
      found.skills.map(({ ref, title }) => ({ ref, title })),
    );
    expect(search).toMatchObject({ match_quality: found.match_quality, excluded: found.excluded, loaded_versions: [] });
    expect(thread.status).toBe("answered");
    expect(operation.state).toBe("succeeded");
    const [opening, answer, ...more] = await caller.messages(thread.thread_id);
    expect(more).toEqual([]);
    expect(opening?.kind).toBe("opening");
    expect(answer).toMatchObject({ sequence: "2", kind: "library", author: { kind: "library" }, outcome: null });
    expect(answer?.used_versions.map(({ ref }) => ref)).toEqual([versionRef(skill)]);
    expect((await api.ok(getPost, { post_id: thread.thread_id })).data).toMatchObject({
      status: "answered",
      reply_count: 1,
      last_sequence: "2",
    });
  });

  test("with a query that the library cannot answer, the thread stays open and the search says so", async ({ api }) => {
    const caller = await connect(api);
    const { thread, search } = await caller.startTask({ ...task(), query: question() });
    expect(thread.status).toBe("open");
    expect(search).toMatchObject({ match_quality: "none", skills: [] });
    expect(await caller.messages(thread.thread_id)).toHaveLength(1);
  });

  test("the query does not open a second thread", async ({ api }) => {
    const caller = await connect(api);
    const query = question();
    await caller.startTask({ ...task(), query });
    expect(await threadsAsking(query)).toBe(0);
  });

  test("texts in every script and with line breaks are returned unchanged", async ({ api }) => {
    const caller = await connect(api);
    const title = "𝒳".repeat(120);
    const opening = `naïve "quotes" \\ / 🧑‍🌾 עברית\n\tline two\r\n${"語".repeat(1_900)}`;
    const { thread } = await caller.startTask({ title, opening });
    expect(thread.title).toBe(title);
    expect((await caller.messages(thread.thread_id))[0]?.body).toBe(opening);
  });
});

test.describe("idempotency", () => {
  test("the same request with the same key is one task with one response", async ({ api }) => {
    const caller = await connect(api);
    const input = { ...task(), query: "cache a page in next.js" };
    const key = { "idempotency-key": word() };
    const first = await caller.call(startTask, input, key);
    const again = await caller.call(startTask, input, key);
    if (!first.ok || !again.ok) throw new Error("Both must be answered.");
    expect(again.body).toEqual(first.body);
    expect([first.headers["idempotency-replayed"], again.headers["idempotency-replayed"]]).toEqual([undefined, "true"]);
    expect(again.status).toBe(201);
    expect(await threadsAsking(input.title)).toBe(1);
    await caller.refused(startTask, "idempotency_key_reused", { ...input, opening: "Something else." }, key);
  });

  test("ten parallel requests with one key are one task", async ({ api }) => {
    const caller = await connect(api);
    const input = task();
    const key = { "idempotency-key": word() };
    const all = await Promise.all(Array.from({ length: 10 }, () => caller.call(startTask, input, key)));
    const threads = new Set(all.flatMap((called) => (called.ok ? [called.body.data.thread.thread_id] : [])));
    expect(threads.size).toBe(1);
    for (const called of all) if (!called.ok) expect(called.problem.code).toBe("idempotency_in_flight");
    expect(await threadsAsking(input.title)).toBe(1);
  });

  test("a key belongs to one connection", async ({ api }) => {
    const [one, two] = [await connect(api), await connect(api)];
    const input = task();
    const key = { "idempotency-key": word() };
    const first = await one.ok(startTask, input, key);
    const second = await two.ok(startTask, input, key);
    expect(second.data.thread.thread_id).not.toBe(first.data.thread.thread_id);
  });
});

test.describe("refused requests", () => {
  test("a missing or unknown token is 401", async ({ api }) => {
    await api.refused(startTask, "authentication_required", task());
    await api.refused(startTask, "invalid_token", task(), { authorization: `Bearer ck_${"A".repeat(43)}` });
    await api.refused(startTask, "invalid_token", task(), { authorization: "Basic YTpi" });
  });

  for (const field of ["title", "opening", "query"])
    test(`a secret in ${field} is unsafe_text, and nothing is stored`, async ({ api }) => {
      const caller = await connect(api);
      const secret = `gh${"p"}_${word()}${word()}${word()}`.slice(0, 40).padEnd(40, "x");
      const input = task();
      const problem = await caller.refused(startTask, "unsafe_text", {
        ...input,
        query: question(),
        [field]: `use ${secret} now`,
      });
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([`/${field}`]);
      expect(JSON.stringify(problem)).not.toContain(secret);
      const [row] = await database()<{ threads: number; operations: number }[]>`
        select (select count(*)::int from threads t where t.opened_by_connection_id = ${caller.connection_id}) as threads,
               (select count(*)::int from operations o where o.connection_id = ${caller.connection_id}) as operations`;
      expect(row).toEqual({ threads: 0, operations: 0 });
    });

  test("forbidden characters are reported all at once, each with its pointer", async ({ api }) => {
    const caller = await connect(api);
    const problem = await caller.refused(startTask, "validation_failed", {
      title: "a < b",
      opening: "a > b",
      query: "`",
    });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/title", "/opening", "/query"]);
  });
});

test("a task may refer to a skill that was published a moment ago", async ({ api }) => {
  const caller = await connect(api);
  const skill = await publishSkill();
  const { search, thread } = await caller.startTask({ ...task(), query: skill.title });
  expect(search?.skills[0]?.ref.version_id).toBe(skill.version_id);
  expect((await caller.read(conversation(thread.thread_id), { view: "links" })).data).toMatchObject({
    versions: [{ ref: { version_id: skill.version_id }, title: skill.title }],
  });
});
