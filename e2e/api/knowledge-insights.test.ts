import { expect, test } from "@/e2e/support/api";
import { hideMessage, hideThread, openThread, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { type Caller, connect, conversation, nothing, versionRef } from "@/e2e/support/knowledge";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { BODY_BYTES_MAX, INSIGHT_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

/** Of a text that nobody took back and that has no risk. */
const untouched = { retracted_at: null, retracted_by: null, risk_labels: [], waiting: false };
const body = () => `Turn the ${word()} to the left.`;

test.describe("201", () => {
  test("an insight is a message of the thread on every interface, and a finished operation", async ({ api }) => {
    const caller = await connect(api, "Agent of the south");
    const { thread_id } = await openThread(api);
    const skill = await publishSkill();
    const text = `It helps: naïve "quotes" 🧑‍🌾 עברית ${word()}\nSecond line.`;
    const used_versions = [{ ref: versionRef(skill), condition: "Only <16, `as is`" }, { ref: versionRef(skill) }];
    const { operation, message } = await caller.addInsight(thread_id, text, {
      relevance: "The same case.",
      used_versions,
    });
    expect(message).toEqual({
      message_id: message.message_id,
      thread_id,
      sequence: "2",
      kind: "insight",
      author: { kind: "connection", name: "Agent of the south", mark: caller.mark },
      body: text,
      relevance: "The same case.",
      outcome: null,
      used_versions: [used_versions[0], { ref: versionRef(skill), condition: null }],
      reply_to_message_id: null,
      created_at: message.created_at,
      ...untouched,
    });
    expect(operation).toMatchObject({
      kind: "insight",
      state: "succeeded",
      result: { thread_id, message_id: message.message_id },
    });
    expect((await caller.sync({ operation_refs: [operation.operation_ref] })).operations).toEqual([operation]);
    expect((await caller.messages(thread_id))[1]).toEqual(message);

    const { data: replies } = await api.ok(listReplies, { post_id: thread_id });
    expect(replies).toEqual([
      {
        reply_id: message.message_id,
        post_id: thread_id,
        sequence: "2",
        kind: "insight",
        author: message.author,
        text,
        outcome: null,
        relevance: "The same case.",
        used_versions: message.used_versions,
        reply_to: null,
        created_at: message.created_at,
        ...untouched,
      },
    ]);
    const provenance = await caller.read(versionRef(skill), { view: "provenance" });
    expect(provenance.data).toMatchObject({
      used_in: [
        { thread_id, message_id: message.message_id, kind: "insight", outcome: null },
        { thread_id, message_id: message.message_id, kind: "insight", outcome: null },
      ],
    });
    expect(JSON.stringify(provenance.data)).toContain("Only <16, `as is`");
  });

  test("8,000 characters fit, even when each is sent as two escapes", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    const text = "😀".repeat(INSIGHT_CHARACTERS_MAX);
    const escaped = JSON.stringify({ target: conversation(thread_id), body: text }).replace(
      /[\ud800-\udfff]/g,
      (half) => `\\u${half.charCodeAt(0).toString(16)}`,
    );
    expect(escaped.length).toBeGreaterThan(BODY_BYTES_MAX);
    const headers = { authorization: `Bearer ${caller.token}`, "content-type": "application/json" };
    const { status } = await api.send("POST", addInsight.path, headers, escaped);
    expect(status).toBe(201);
    expect((await caller.messages(thread_id))[1]?.body).toBe(text);
  });

  test("the thread's page shows the insight", async ({ api }) => {
    const caller = await connect(api, `Agent ${word()}`);
    const { thread_id } = await openThread(api);
    const plain = body();
    const { message } = await caller.addInsight(thread_id, `${plain} It's "quoted" & safe.`);
    const page = await api.get(`/threads/${thread_id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`id="${message.message_id}"`);
    expect(page.text).toContain(caller.name);
    expect(page.text).toContain(plain);
  });

  test("an insight answers an open thread and leaves a resolved thread resolved", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id: post_id, append_key } = await openThread(api);
    const status = async () => (await api.ok(getPost, { post_id })).data.status;
    expect(await status()).toBe("open");
    await caller.addInsight(post_id, body());
    expect(await status()).toBe("answered");
    await api.ok(createReply, { post_id, append_key, outcome: "failed", text: "It did not." });
    expect(await status()).toBe("open");
    await caller.addInsight(post_id, body());
    await api.ok(createReply, { post_id, append_key, outcome: "resolved", text: "It did." });
    await caller.addInsight(post_id, body());
    expect(await status()).toBe("resolved");
    expect((await api.ok(getPost, { post_id })).data).toMatchObject({ reply_count: 5, last_sequence: "6" });
  });

  test("it may reply to any message of its thread, including the opening message", async ({ api }) => {
    const caller = await connect(api);
    const { thread } = await caller.startTask();
    const to = { reply_to_message_id: thread.opening_message_id };
    const { message: first } = await caller.addInsight(thread.thread_id, body(), to);
    expect(first.reply_to_message_id).toBe(thread.opening_message_id);
    const { message: second } = await caller.addInsight(thread.thread_id, body(), {
      reply_to_message_id: first.message_id,
    });
    expect(second.reply_to_message_id).toBe(first.message_id);
    const { data } = await api.ok(listReplies, { post_id: thread.thread_id });
    expect(data.map(({ reply_to }) => reply_to)).toEqual([thread.opening_message_id, first.message_id]);
  });

  test("six parallel writers get consecutive sequences with times that never run backwards", async ({ api }) => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => connect(api)));
    const { thread_id } = await openThread(api);
    const made: string[] = [];
    const write = async (caller: Caller) => {
      for (let i = 0; i < 5; i += 1) made.push((await caller.addInsight(thread_id, body())).message.message_id);
    };
    await Promise.all(callers.map(write));
    const messages = (await callers[0]?.messages(thread_id)) ?? [];
    expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 31 }, (_, i) => String(i + 1)));
    const times = messages.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    expect(new Set(made)).toEqual(new Set(messages.slice(1).map(({ message_id }) => message_id)));
  });
});

test.describe("idempotency", () => {
  test("the same insight with the same key is one message", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    const key = { "idempotency-key": word() };
    const first = await caller.addInsight(thread_id, "Turn it.", {}, key);
    expect(await caller.addInsight(thread_id, "Turn it.", {}, key)).toEqual(first);
    expect(await caller.messages(thread_id)).toHaveLength(2);
  });

  test("its response does not change when the versions it names are later withdrawn or hidden", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    const skill = await publishSkill();
    const { message: before } = await caller.addInsight(thread_id, body());
    const input = {
      target: conversation(thread_id),
      body: "Turn it.",
      used_versions: [{ ref: versionRef(skill) }],
      reply_to_message_id: before.message_id,
    };
    const key = { "idempotency-key": word() };
    const first = await caller.ok(addInsight, input, key);
    await withdrawVersion(skill, "It was wrong.");
    await hideMessage(before.message_id);
    const again = await caller.call(addInsight, input, key);
    expect(again.ok && again.body).toEqual(first);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    const { reply_to_message_id: _, ...withdrawn } = input;
    const { data } = await caller.ok(addInsight, withdrawn);
    expect(data.message.used_versions, "who used a withdrawn version may say so").toEqual(
      first.data.message.used_versions,
    );
    await caller.refused(addInsight, "unknown_reference", input);
  });
});

test.describe("refused requests", () => {
  test("an unknown or hidden thread is 404", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    await hideThread(thread_id);
    for (const id of [nothing.thread_id, thread_id])
      await caller.refused(addInsight, "not_found", { target: conversation(id), body: body() });
  });

  test("each unknown reference is reported with its pointer, and nothing is stored", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    const [skill, other] = [await publishSkill(), await publishSkill()];
    const problem = await caller.refused(addInsight, "unknown_reference", {
      target: conversation(thread_id),
      body: body(),
      reply_to_message_id: nothing.message_id,
      used_versions: [
        { ref: versionRef(nothing) },
        { ref: versionRef(skill) },
        { ref: { ...versionRef(skill), version_id: other.version_id } },
      ],
    });
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      "/reply_to_message_id",
      "/used_versions/0/ref",
      "/used_versions/2/ref",
    ]);
    expect(await caller.messages(thread_id)).toHaveLength(1);
  });

  test("a message of another thread, or a hidden one, cannot be answered", async ({ api }) => {
    const caller = await connect(api);
    const [here, there] = [await openThread(api), await openThread(api)];
    const { message: elsewhere } = await caller.addInsight(there.thread_id, body());
    const { message: hidden } = await caller.addInsight(here.thread_id, body());
    await hideMessage(hidden.message_id);
    for (const reply_to_message_id of [elsewhere.message_id, hidden.message_id]) {
      const input = { target: conversation(here.thread_id), body: body(), reply_to_message_id };
      const problem = await caller.refused(addInsight, "unknown_reference", input);
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/reply_to_message_id"]);
    }
  });

  for (const [pointer, more] of [
    ["/body", (text: string) => ({ body: text })],
    ["/relevance", (text: string) => ({ relevance: text })],
    [
      "/used_versions/0/condition",
      (text: string) => ({ used_versions: [{ ref: versionRef(nothing), condition: text }] }),
    ],
  ] as const)
    test(`a secret at ${pointer} is unsafe_text`, async ({ api }) => {
      const caller = await connect(api);
      const { thread_id } = await openThread(api);
      const secret = `gh${"p"}_${word()}${word()}${word()}`.slice(0, 40).padEnd(40, "x");
      const input = { target: conversation(thread_id), body: body(), ...more(`use ${secret} now`) };
      const problem = await caller.refused(addInsight, "unsafe_text", input);
      expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
      expect(await caller.messages(thread_id)).toHaveLength(1);
    });

  test("a request without a token is 401", async ({ api }) => {
    const { thread_id } = await openThread(api);
    await api.refused(addInsight, "authentication_required", { target: conversation(thread_id), body: body() });
  });
});
