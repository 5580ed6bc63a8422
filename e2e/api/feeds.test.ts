import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import {
  addInsight,
  becomesFindable,
  hideMessage,
  hideThread,
  openThread,
  publishSkill,
  question,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { headOf } from "@/e2e/support/head";
import { connect, decide } from "@/e2e/support/knowledge";
import { idsOf } from "@/e2e/support/moderating";
import { ownSkill } from "@/e2e/support/submitting";
import { createConnection } from "@/lib/contract/public/connections";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

const Feed = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.url(),
  description: z.string().min(1),
  icon: z.url(),
  favicon: z.url(),
  authors: z.array(z.strictObject({ name: z.string(), url: z.url() })),
  language: z.literal("en"),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string().min(1),
      content_text: z.string().min(1),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string().min(1) })),
      tags: z.array(z.string()),
    }),
  ),
});

async function feedAt(api: Api, path: string) {
  const { status, headers, text } = await api.get(path);
  expect([path, status, headers["content-type"]]).toEqual([path, 200, "application/feed+json; charset=utf-8"]);
  const feed = Feed.parse(JSON.parse(text));
  expect(feed.feed_url).toBe(`${api.base}${path}`);
  return feed;
}

const titles = ({ items }: z.infer<typeof Feed>) => items.map(({ title }) => title);

test("the feed of new versions lists each version from its first selection until its withdrawal, newest first", async ({
  api,
}) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "exact" as const, constraint: "1" }];
  const path = `/feeds/skills.json?technology=${technology}`;
  const first = await publishSkill({ applicability });
  await publishSkill({ applicability, of: first, markdown: "# A candidate\n", select: false });
  const second = await publishSkill({ applicability, of: first, title: first.title, markdown: "# Another\n" });
  expect(titles(await feedAt(api, path))).toEqual([`${first.title} (version 3)`, first.title]);
  await withdrawVersion(second, "It broke things.");
  expect(titles(await feedAt(api, path))).toEqual([first.title]);
});

test("the feeds name the connection that wrote a version, or the library, as its author", async ({ api }) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "exact" as const, constraint: "1" }];
  const writer = await connect(api, `Agent ${word()}`);
  await publishSkill({ applicability });
  await ownSkill(writer, { applicability });
  const feed = await feedAt(api, `/feeds/skills.json?technology=${technology}`);
  const authors = [`${writer.name} (${writer.mark})`, "Cairn library"];
  expect(feed.items.map((item) => item.authors)).toEqual(authors.map((name) => [{ name }]));
  const { text } = await api.get(`/feeds/skills.atom?technology=${technology}`);
  const entries = text.split("<entry>").slice(1);
  expect(entries.map((entry) => /<author><name>([^<]+)</.exec(entry)?.[1])).toEqual(authors);
});

test("the feed of open questions lists a question until it is answered or hidden", async ({ api }) => {
  const technology = word();
  const path = `/feeds/questions.json?technology=${technology}`;
  const [one, other] = [question(), question()];
  const opened = [];
  for (const q of [one, other]) opened.push((await api.ok(searchPost, { q, technology })).data.thread?.thread_id ?? "");
  expect(titles(await feedAt(api, path))).toEqual([other, one]);
  const { data: writer } = await api.ok(createConnection, { name: word() });
  await addInsight(opened[0] ?? "", { connection_id: writer.connection_id, body: "Like this." });
  await hideThread(opened[1] ?? "");
  expect(titles(await feedAt(api, path))).toEqual([]);
});

test("the feed of a thread lists its question and visible replies, newest first", async ({ api }) => {
  const thread = await openThread(api);
  const { data: writer } = await api.ok(createConnection, { name: `Agent ${word()}` });
  const insight = await addInsight(thread.thread_id, {
    connection_id: writer.connection_id,
    body: "Turn it & <hold>.",
  });
  await api.ok(
    createReply,
    { post_id: thread.thread_id, outcome: "resolved", text: "That was it." },
    { "x-service-append-key": thread.append_key },
  );
  const path = `/threads/${thread.thread_id}/feed.json`;
  const feed = await feedAt(api, path);
  expect(titles(feed)).toEqual(["Outcome: resolved", `Insight by ${writer.name} (${writer.mark})`, "The question"]);
  expect(feed.items[1]).toMatchObject({
    url: `${api.base}/threads/${thread.thread_id}#${insight}`,
    content_text: "Turn it & <hold>.",
  });
  await hideMessage(insight);
  expect(titles(await feedAt(api, path))).toEqual(["Outcome: resolved", "The question"]);
  await hideThread(thread.thread_id);
  expect(api.problemOf(await api.get(path)).code).toBe("not_found");
});

test("a feed is cacheable and returns 304 while unchanged", async ({ api }) => {
  const thread = await openThread(api);
  for (const [path, type, keep] of [
    [`/threads/${thread.thread_id}/feed.atom`, "application/atom+xml; charset=utf-8", "public, no-cache"],
    [`/feeds/skills.atom?technology=${word()}`, "application/atom+xml; charset=utf-8", "public, max-age=60"],
    [`/feeds/questions.json?technology=${word()}`, "application/feed+json; charset=utf-8", "public, max-age=60"],
  ] as const) {
    const { status, headers } = await api.get(path);
    expect([path, status, headers["content-type"], headers["cache-control"]]).toEqual([path, 200, type, keep]);
    const again = await api.get(path, { "if-none-match": String(headers.etag) });
    expect([path, again.status, again.text]).toEqual([path, 304, ""]);
  }
  const before = await api.get(`/threads/${thread.thread_id}/feed.atom`);
  await api.ok(
    createReply,
    { post_id: thread.thread_id, outcome: "failed", text: "It did not help." },
    { "x-service-append-key": thread.append_key },
  );
  const after = await api.get(`/threads/${thread.thread_id}/feed.atom`, {
    "if-none-match": String(before.headers.etag),
  });
  expect(after.status).toBe(200);
});

test("other feeds return 404", async ({ api }) => {
  for (const path of ["/feeds/skills.rss", "/feeds/nothing.atom", "/feeds/skills.atom.json", "/feeds/skills"]) {
    expect(api.problemOf(await api.get(path)).code, path).toBe("not_found");
  }
});

test("with technology and version the feed of new versions holds only what fits, and each item says what it covers", async ({
  api,
}) => {
  const technology = word();
  const entry = (constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];
  const first = await publishSkill({ applicability: entry(">=14 <15") });
  await publishSkill({ applicability: entry(">=16 <17"), of: first, title: first.title });
  const wide = await publishSkill({ applicability: entry(">=13 <16") });
  await publishSkill({ applicability: [{ technology, version_scheme: "unknown", constraint: "the long one" }] });
  const query = new URLSearchParams({ technology, version: "14.2" });
  const path = `/feeds/skills.json?${query}`;
  const feed = await feedAt(api, path);
  expect(titles(feed)).toEqual([wide.title, first.title]);
  expect(feed.title).toBe(`Cairn: new versions of skills for ${technology} 14.2`);
  expect(feed.home_page_url).toBe(`${api.base}/skills?${query}`);
  const texts = feed.items.map((item) => item.content_text);
  expect(texts[0]).toContain(`Covers: ${technology} >=13 <16.`);
  expect(texts[1]).toContain(`Covers: ${technology} >=14 <15.`);
  const { text: atom } = await api.get(`/feeds/skills.atom?${query}`);
  expect(atom.match(/<entry>/g)).toHaveLength(2);
  expect(atom).toContain(`Covers: ${technology} &gt;=14 &lt;15.`);

  const all = await api.get(`/feeds/skills.json?technology=${technology}`);
  const fitting = await api.get(path);
  expect(JSON.parse(all.text).items).toHaveLength(4);
  expect(fitting.headers.etag).not.toBe(all.headers.etag);
  const etag = String(fitting.headers.etag);
  expect((await api.get(path, { "if-none-match": etag })).status).toBe(304);
  expect((await api.get(`/feeds/skills.json?technology=${technology}`, { "if-none-match": etag })).status).toBe(200);
  expect(titles(await feedAt(api, `/feeds/skills.json?${new URLSearchParams({ technology, version: "12" })}`))).toEqual(
    [],
  );
  await publishSkill({ applicability: entry(">=16 <17") });
  expect((await api.get(path, { "if-none-match": etag })).status, "what does not fit changes nothing").toBe(304);
});

test("a version without a technology narrows no feed, as it narrows no directory", async ({ api }) => {
  // The feed has the newest versions only, and others publish meanwhile.
  await expect(async () => {
    const one = await publishSkill();
    const { text } = await api.get("/feeds/skills.json?version=14");
    const feed = Feed.parse(JSON.parse(text));
    expect(titles(feed)).toContain(one.title);
    expect(feed.feed_url).toBe(`${api.base}/feeds/skills.json`);
  }).toPass();
});

test("a version that cannot be compared narrows no feed, and the feed says so", async ({ api }) => {
  const technology = word();
  const one = await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=14 <15" }] });
  const query = new URLSearchParams({ technology, version: "the newest one" });
  const feed = await feedAt(api, `/feeds/skills.json?${query}`);
  expect(titles(feed)).toEqual([one.title]);
  expect(feed.description).toContain("the newest one");
});

test("the feed of a skill lists its versions and decisions, newest first, and stays when all of it is withdrawn", async ({
  api,
}) => {
  const first = await publishSkill();
  const second = await publishSkill({ of: first, title: first.title, markdown: "# Another\n" });
  const path = `/skills/${first.skill_id}/feed.json`;
  const feed = await feedAt(api, path);
  expect(titles(feed)).toEqual([`${first.title} (version 2)`, first.title]);
  expect(feed.title).toBe(`Cairn: ${first.title}`);
  expect(feed.home_page_url).toBe(`${api.base}/skills/${first.skill_id}/${first.slug}`);
  for (const skill of [first, second]) {
    const reason = `It broke ${word()}.`;
    await decide({ kind: "withdrawal", reason, ...idsOf(skill) });
    await withdrawVersion(skill, reason);
  }
  const after = await feedAt(api, path);
  expect(titles(after)).toEqual(["Withdrawn: version 2", "Withdrawn: version 1"]);
  const atom = (await api.get(`/skills/${first.skill_id}/feed.atom`)).text;
  expect(atom.match(/<entry>/g)).toHaveLength(2);
  for (const { id, content_text } of after.items) {
    expect(atom).toContain(`<id>${id}</id>`);
    expect(atom).toContain(content_text);
  }
  for (const id of ["skl_AAAAAAAAAAAAAAAAAAAAAA", "nothing"])
    expect(api.problemOf(await api.get(`/skills/${id}/feed.atom`)).code).toBe("not_found");
});

test("the feed of a search lists the skills that match it well, newest first, for the reader's version", async ({
  api,
}) => {
  const [thing, technology] = [word(), word()];
  const entry = (constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];
  const old = await publishSkill({ title: `Tame the ${thing}`, applicability: entry(">=14 <15") });
  const young = await publishSkill({ title: `Calm the ${thing}`, applicability: entry(">=16 <17") });
  await publishSkill({ title: `Sharpen the ${word()}` });
  for (const skill of [old, young]) await becomesFindable(api, skill);
  const path = `/feeds/skills.json?q=${thing}`;
  // The index takes in both, each in its own time.
  await expect.poll(async () => titles(await feedAt(api, path))).toEqual([young.title, old.title]);
  const feed = await feedAt(api, path);
  expect(feed.title).toBe(`Cairn: skills matching “${thing}”`);
  expect(feed.home_page_url).toBe(`${api.base}/skills?q=${thing}`);
  expect(titles(await feedAt(api, `${path}&technology=${technology}&version=14.2`))).toEqual([old.title]);
  await withdrawVersion(young, "It broke things.");
  expect(titles(await feedAt(api, path))).toEqual([old.title]);
  const long = await api.get(`/feeds/skills.json?q=${"w".repeat(501)}`);
  expect(api.problemOf(long).code).toBe("validation_failed");
});

test("the feed of a search for questions lists the open ones with its words", async ({ api }) => {
  const thing = word();
  const { thread_id } = await openThread(api, `${question()} ${thing}`);
  await openThread(api);
  const path = `/feeds/questions.json?q=${thing}`;
  const feed = await feedAt(api, path);
  expect(feed.items.map(({ url }) => url)).toEqual([`${api.base}/threads/${thread_id}`]);
  expect(feed.home_page_url).toBe(`${api.base}/threads?status=open&q=${thing}`);
  await hideThread(thread_id);
  expect(titles(await feedAt(api, path))).toEqual([]);
});

test("every list, skill and thread shows the links to its feeds, with its filters, as its head does", async ({
  api,
}) => {
  const skill = await publishSkill();
  const { thread_id } = await openThread(api);
  for (const [page, feed] of [
    [`/threads/${thread_id}`, `/threads/${thread_id}/feed`],
    [`/skills/${skill.skill_id}/${skill.slug}`, `/skills/${skill.skill_id}/feed`],
    ["/skills", "/feeds/skills"],
    ["/skills?q=upsert&technology=postgresql&version=18", "/feeds/skills?q=upsert&technology=postgresql&version=18"],
    ["/skills?version=18&sort=title", "/feeds/skills"],
    ["/threads?status=open&q=cairn&technology=next.js", "/feeds/questions?q=cairn&technology=next.js"],
  ]) {
    const html = (await api.get(String(page), { accept: "text/html" })).text;
    const { links } = headOf(html);
    for (const [format, type] of [
      ["atom", "application/atom+xml"],
      ["json", "application/feed+json"],
    ]) {
      const [path, query] = String(feed).split("?");
      const address = `${path}.${format}${query ? `?${query}` : ""}`;
      expect(html, String(page)).toContain(`type="${type}" href="${address.replaceAll("&", "&amp;")}"`);
      const named = links.filter((link) => link.rel === "alternate" && link.type === type);
      expect(named.map(({ href }) => href)).toEqual([`${api.base}${address}`]);
    }
  }
});
