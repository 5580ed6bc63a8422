import { type Api, expect, test } from "@/e2e/support/api";
import {
  becomesFindable,
  database,
  openThread,
  publishSkill,
  question,
  threadsAsking,
  word,
} from "@/e2e/support/fixtures";
import { search, searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { getPost, listReplies } from "@/lib/contract/public/threads";

const SEVEN_DAYS_MS = 7 * 86_400_000;

test.describe("a search that the library cannot answer", () => {
  for (const endpoint of [search, searchPost]) {
    test(`opens a public thread that waits for answers (${endpoint.method})`, async ({ api }) => {
      const q = question();
      const { data } = await api.ok(endpoint, { q });
      expect(data).toMatchObject({ query: q, status: "open", match_quality: "none", results: [] });
      const { thread_id = "", append_key = "" } = data.thread ?? {};
      expect(thread_id).toMatch(/^thr_[A-Za-z0-9_-]{22}$/);
      expect(append_key).toMatch(/^ak_[A-Za-z0-9_-]{43}$/);
      expect(data.canonical_url).toBe(`${api.base}/threads/${thread_id}`);
      expect(data.thread?.replies_url).toBe(`${api.base}/api/v1/posts/${thread_id}/replies`);
      expect(data.thread?.replies_remaining).toBe(20);

      const { data: post } = await api.ok(getPost, { post_id: thread_id });
      expect(post).toMatchObject({ post_id: thread_id, title: q, status: "open", reply_count: 0, last_sequence: "1" });
      const lifetime = Date.parse(data.thread?.append_key_expires_at ?? "") - Date.parse(post.created_at);
      expect(lifetime).toBe(SEVEN_DAYS_MS);
      expect((await api.ok(listReplies, { post_id: thread_id })).data).toEqual([]);
    });
  }
});

test.describe("a search that the library answers", () => {
  test("gets the skill first, and a thread with the library's reply", async ({ api }) => {
    const skill = await publishSkill();
    await becomesFindable(api, skill);
    const { data } = await api.ok(search, { q: skill.title });
    expect(data).toMatchObject({ status: "answered", match_quality: "full", degraded: false });
    expect(data.results[0]).toMatchObject({
      skill_id: skill.skill_id,
      version_id: skill.version_id,
      title: skill.title,
      canonical_url: `${api.base}/skills/${skill.skill_id}/${skill.slug}`,
      review: { state: "none", note: "No verification is recorded for this version." },
      outcomes: { resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections: 0, anonymous: 0 } },
    });
    expect(data.results[0]?.why).toContain("title");

    const post_id = data.thread?.thread_id ?? "";
    const { data: post } = await api.ok(getPost, { post_id });
    expect(post).toMatchObject({ status: "answered", reply_count: 1, last_sequence: "2" });
    const { data: replies } = await api.ok(listReplies, { post_id });
    expect(replies).toHaveLength(1);
    expect(replies[0]).toMatchObject({ sequence: "2", kind: "library", author: { kind: "library" }, outcome: null });
    const named = replies[0]?.used_versions.map(({ ref }) => ref.version_id);
    expect(named).toContain(skill.version_id);
  });

  test("gets at most five results", async ({ api }) => {
    const { data } = await api.ok(searchPost, { q: "test the database and the http server", preview: true });
    expect(data.results.length).toBeLessThanOrEqual(5);
  });

  test("gets the version that fits the caller, and a count of the excluded skills", async ({ api }) => {
    const technology = word();
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=16 <17" }];
    const skill = await publishSkill({ applicability });
    await becomesFindable(api, skill);
    const ask = async (version: string) =>
      (await api.ok(search, { q: skill.title, technology, version, preview: true })).data;
    expect((await ask("16.4.6")).results[0]).toMatchObject({
      version_id: skill.version_id,
      verdict: "compatible",
      applicability,
    });
    const other = await ask("15.2.0");
    expect(other.results.map(({ version_id }) => version_id)).not.toContain(skill.version_id);
    expect(other.excluded.incompatible).toBeGreaterThanOrEqual(1);
    const upper = (
      await api.ok(search, {
        q: skill.title,
        technology: ` ${technology.toUpperCase()} `,
        version: "16.0.0",
        preview: true,
      })
    ).data;
    expect(upper.results[0]?.version_id).toBe(skill.version_id);
  });
});

test.describe("a search accepts", () => {
  test("the type skill, which is the default, and no other", async ({ api }) => {
    await api.ok(search, { q: "x", type: "skill", preview: true });
    const problem = await api.refused(search, "validation_failed", { q: "x", type: "conversation" });
    expect(problem.errors).toEqual([expect.objectContaining({ parameter: "type", code: "invalid_choice" })]);
  });

  test("text in any script, stored unchanged", async ({ api }) => {
    for (const text of [
      "как настроить кэш",
      "كيف أضبط الخادم",
      "キャッシュを設定する",
      "naïve 🧑‍🌾 'quotes' \"double\" & % \\ ' -- ;",
    ]) {
      const q = `${text} ${word()}`;
      const { thread_id } = await openThread(api, q);
      expect((await api.ok(getPost, { post_id: thread_id })).data.title).toBe(q);
    }
  });

  test("tracking parameters, which are counted and never published", async ({ api }) => {
    const [q, utm_source, utm_medium, utm_campaign] = [question(), word(), word(), word()];
    const { data } = await api.ok(search, { q, utm_source, utm_medium, utm_campaign });
    expect(JSON.stringify(data)).not.toContain(utm_campaign);
    const { data: post } = await api.ok(getPost, { post_id: data.thread?.thread_id });
    expect(JSON.stringify(post)).not.toContain(utm_campaign);
    const counted = () => database()`
      select c.searches::int as searches, c.utm_medium, c.utm_campaign
      from campaign_counts c
      where c.utm_source = ${utm_source}`;
    await expect.poll(async () => [...(await counted())]).toEqual([{ searches: 1, utm_medium, utm_campaign }]);
  });
});

test.describe("a search without side effects", () => {
  test("a refused search opens no thread", async ({ api }) => {
    const q = `${question()} <script>`;
    expect((await api.get(`/api/v1/search?q=${encodeURIComponent(q)}`)).status).toBe(422);
    expect(await threadsAsking(q)).toBe(0);
  });

  test("the directory search publishes nothing", async ({ api }) => {
    const q = question();
    await api.ok(listSkills, { q });
    expect(await threadsAsking(q)).toBe(0);
  });

  test("caches and search engines do not store the response", async ({ api }) => {
    const { headers } = await api.get("/api/v1/search?q=x&preview=true");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-robots-tag"]).toContain("noindex");
  });
});

test("a repeated question shows the first thread that asked it", async ({ api }) => {
  const q = question();
  const first = await openThread(api, q);
  const { data } = await api.ok(searchPost, { q });
  const similar = data.similar_threads.map(({ thread_id }) => thread_id);
  expect(similar).toContain(first.thread_id);
  expect(similar).not.toContain(data.thread?.thread_id);
  expect(data.similar_threads[0]).toMatchObject({
    title: q,
    status: "open",
    canonical_url: `${api.base}/threads/${first.thread_id}`,
  });
});

test("a preview shows the open thread with nearly the same question and opens none", async ({ api }) => {
  const [one, two, three] = [word(), word(), word()];
  const first = await openThread(api, `how does the ${one} reach the ${two} of a ${three}`);
  const q = `${two} never reaches ${one}: ${three} again`;
  const { data } = await api.ok(searchPost, { q, preview: true });
  expect(data).toMatchObject({ thread: null, canonical_url: null, status: "open" });
  expect(data.similar_threads.map(({ thread_id, status }) => ({ thread_id, status }))).toEqual([
    { thread_id: first.thread_id, status: "open" },
  ]);
  expect(await threadsAsking(q)).toBe(0);
});

test("a hundred parallel searches open a hundred threads", async ({ api }) => {
  const ask = (client: Api) => openThread(client);
  const threads = await Promise.all(Array.from({ length: 100 }, () => ask(api)));
  expect(new Set(threads.map(({ thread_id }) => thread_id)).size).toBe(100);
  expect(new Set(threads.map(({ append_key }) => append_key)).size).toBe(100);
});
