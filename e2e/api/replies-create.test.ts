import { randomBytes } from "node:crypto";
import { type Api, expect, test } from "@/e2e/support/api";
import { unknownIds } from "@/e2e/support/contract";
import {
  database,
  hideThread,
  letKeyExpire,
  openThread,
  publishSkill,
  type Skill,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { from, openThreadAbout } from "@/e2e/support/knowledge";
import type { ProblemCode } from "@/lib/contract/problems";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

const outcome = (outcome: "resolved" | "partial" | "failed" = "partial", text = "It went so.") => ({ outcome, text });
const ref = ({ skill_id, version_id }: Skill) => ({ kind: "skill_version", skill_id, version_id });

const readVersion = (api: Api, { skill_id, version_id }: Skill) => api.ok(getSkillVersion, { skill_id, version_id });

test.describe("201", () => {
  test("a searcher reports an outcome in the thread of the search", async ({ api }) => {
    const skill = await publishSkill();
    const { thread_id: post_id, append_key, append_key_expires_at } = await openThread(api);
    const text = `Worked on 16.4.6, naïve "quotes" 🧑‍🌾 עברית ${word()}`;
    const { data } = await api.ok(createReply, {
      post_id,
      append_key,
      outcome: "resolved",
      text,
      used_versions: [ref(skill)],
    });
    expect(data).toMatchObject({
      replies_remaining: 19,
      append_key_expires_at,
      reply: {
        post_id,
        sequence: "2",
        kind: "outcome",
        author: { kind: "searcher" },
        text,
        outcome: "resolved",
        relevance: null,
        used_versions: [{ ref: ref(skill), condition: null }],
        reply_to: null,
      },
    });
    expect((await api.ok(listReplies, { post_id })).data).toEqual([data.reply]);
  });

  test("the response counts the remaining replies of the key down to zero", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const left: number[] = [];
    for (let i = 0; i < 20; i += 1)
      left.push((await api.ok(createReply, { post_id, append_key, ...outcome() })).data.replies_remaining);
    expect(left).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
    await api.refused(createReply, "append_key_exhausted", { post_id, append_key, ...outcome() });
    expect((await api.ok(listReplies, { post_id })).data).toHaveLength(20);
  });

  test("outcomes change the status: resolved closes a thread, and a later partial or failed reopens it", async ({
    api,
  }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const statusAfter = async (given: "resolved" | "partial" | "failed") => {
      await api.ok(createReply, { post_id, append_key, ...outcome(given) });
      return (await api.ok(getPost, { post_id })).data.status;
    };
    expect(await statusAfter("resolved")).toBe("resolved");
    expect(await statusAfter("failed")).toBe("open");
    expect(await statusAfter("resolved")).toBe("resolved");
    expect(await statusAfter("partial")).toBe("open");
    expect((await api.ok(getPost, { post_id })).data).toMatchObject({ reply_count: 4, last_sequence: "5" });
  });

  test("outcomes count for listed versions they name, once per network, and get a score from three networks on", async ({
    api,
  }) => {
    const skill = await publishSkill();
    let network = 0;
    const report = async (given: "resolved" | "failed") => {
      network += 1;
      const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill], from(network));
      await api.ok(createReply, { post_id, append_key, ...outcome(given), used_versions: [ref(skill)] });
      return { post_id, append_key };
    };
    const outcomes = async () => (await readVersion(api, skill)).data.outcomes;
    const first = await report("failed");
    const reporters = { connections: 0, anonymous: 1 };
    expect(await outcomes()).toEqual({ resolved: 0, partial: 0, failed: 1, score: null, reporters });
    await api.ok(createReply, { ...first, ...outcome("resolved"), used_versions: [ref(skill)] });
    expect(await outcomes()).toEqual({ resolved: 1, partial: 0, failed: 0, score: null, reporters });
    await report("resolved");
    expect((await outcomes()).score).toBeNull();
    await report("resolved");
    const { score, resolved } = await outcomes();
    expect(resolved).toBe(3);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(1);
  });

  test("an outcome for a version that was withdrawn in the meantime is accepted and counts", async ({ api }) => {
    const skill = await publishSkill();
    const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill]);
    await withdrawVersion(skill, "It harms.");
    const { data } = await api.ok(createReply, {
      post_id,
      append_key,
      ...outcome("failed"),
      used_versions: [ref(skill)],
    });
    expect(data.reply.used_versions).toEqual([{ ref: ref(skill), condition: null }]);
    const counted = await database()`select failed from version_outcomes where version_id = ${skill.version_id}`;
    expect(counted).toEqual([{ failed: 1 }]);
  });
});

test.describe("401 and 403", () => {
  const cases: Array<[code: ProblemCode, status: number, what: string, key: (own: string) => string | undefined]> = [
    ["append_key_required", 401, "a missing key", () => undefined],
    ["append_key_invalid", 401, "an unknown key", () => `ak_${randomBytes(32).toString("base64url")}`],
    [
      "append_key_invalid",
      401,
      "a key with one character changed",
      (own) => `${own.slice(0, 20)}${own[20] === "A" ? "B" : "A"}${own.slice(21)}`,
    ],
    ["append_key_invalid", 401, "a truncated key", (own) => own.slice(0, -1)],
    ["append_key_invalid", 401, "a key in upper case", (own) => own.toUpperCase()],
    ["append_key_invalid", 401, "a word instead of a key", () => "letmein"],
    ["append_key_invalid", 401, "a key of 2,000 characters", () => "a".repeat(2_000)],
  ];
  for (const [code, status, what, key] of cases) {
    test(`${what} is ${status} ${code}, and nothing is stored`, async ({ api }) => {
      const { thread_id: post_id, append_key } = await openThread(api);
      const sent = key(append_key);
      const called = await api.call(
        createReply,
        { post_id, ...outcome() },
        sent ? { "x-service-append-key": sent } : {},
      );
      expect([called.status, called.ok ? "" : called.problem.code]).toEqual([status, code]);
      expect(called.headers["www-authenticate"]).toBeTruthy();
      expect((await api.ok(listReplies, { post_id })).data).toEqual([]);
    });
  }

  test("the key of another thread is 403", async ({ api }) => {
    const [own, other] = [await openThread(api), await openThread(api)];
    const called = await api.call(createReply, { post_id: own.thread_id, append_key: other.append_key, ...outcome() });
    expect([called.status, called.ok ? "" : called.problem.code]).toEqual([403, "append_key_wrong_thread"]);
  });

  test("after seven days the key is 401", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    await letKeyExpire(post_id);
    await api.refused(createReply, "append_key_expired", { post_id, append_key, ...outcome() });
  });

  test("a key is read only from its header, never from a URL, a body or a bearer token", async ({ api }) => {
    const { thread_id, append_key } = await openThread(api);
    const path = `/api/v1/posts/${thread_id}/replies`;
    for (const name of ["append_key", "x-service-append-key", "key", "token"]) {
      expect((await api.post(`${path}?${name}=${append_key}`, outcome())).status).toBe(401);
    }
    expect((await api.post(path, { ...outcome(), append_key })).status).toBe(401);
    expect((await api.post(path, outcome(), { authorization: `Bearer ${append_key}` })).status).toBe(401);
    expect((await api.post(path, { ...outcome(), append_key }, { "x-service-append-key": append_key })).status).toBe(
      422,
    );
  });
});

test.describe("404", () => {
  test("a thread that does not exist or is hidden accepts no reply", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    await api.refused(createReply, "not_found", { post_id: unknownIds.post, append_key, ...outcome() });
    await hideThread(post_id);
    await api.refused(createReply, "not_found", { post_id, append_key, ...outcome() });
  });
});

test.describe("422", () => {
  test("unknown versions and versions of another skill are reported with their position", async ({ api }) => {
    const [skill, other] = [await publishSkill(), await publishSkill()];
    const { thread_id: post_id, append_key } = await openThread(api);
    const used_versions = [
      ref(skill),
      { ...ref(skill), version_id: unknownIds.version },
      { ...ref(skill), version_id: other.version_id },
    ];
    const problem = await api.refused(createReply, "unknown_reference", {
      post_id,
      append_key,
      ...outcome(),
      used_versions,
    });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/used_versions/1", "/used_versions/2"]);
    expect((await api.ok(listReplies, { post_id })).data).toEqual([]);
  });

  test("a version named twice counts once and is not an error", async ({ api }) => {
    const skill = await publishSkill();
    const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill]);
    await api.ok(createReply, { post_id, append_key, ...outcome("resolved"), used_versions: [ref(skill), ref(skill)] });
    expect((await readVersion(api, skill)).data.outcomes.resolved).toBe(1);
  });

  test("refused replies do not use up the key", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    for (const text of ["", "a > b", "x".repeat(1_001), "hid\u200bden"]) {
      expect((await api.call(createReply, { post_id, append_key, outcome: "failed", text })).status).toBe(422);
    }
    expect((await api.ok(createReply, { post_id, append_key, ...outcome() })).data.replies_remaining).toBe(19);
  });
});

test.describe("the order of checks", () => {
  test("is thread, key, body, count", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    for (let i = 0; i < 20; i += 1) await api.ok(createReply, { post_id, append_key, ...outcome() });
    const path = (id: string) => `/api/v1/posts/${id}/replies`;
    const codeOf = async (id: string, key: string | null, body: unknown) =>
      api.problemOf(await api.post(path(id), body, key ? { "x-service-append-key": key } : {})).code;
    const wrong = { outcome: "splendid" };
    expect(await codeOf(unknownIds.post, null, wrong)).toBe("not_found");
    expect(await codeOf(unknownIds.post, "ak_wrong", wrong)).toBe("not_found");
    expect(await codeOf(post_id, null, wrong)).toBe("append_key_required");
    expect(await codeOf(post_id, "ak_wrong", wrong)).toBe("append_key_invalid");
    expect(await codeOf((await openThread(api)).thread_id, append_key, wrong)).toBe("append_key_wrong_thread");
    expect(await codeOf(post_id, append_key, wrong)).toBe("validation_failed");
    expect(await codeOf(post_id, append_key, { ...outcome(), text: "hid\u200bden" })).toBe("unsafe_text");
    expect(await codeOf(post_id, append_key, outcome())).toBe("append_key_exhausted");
  });
});
