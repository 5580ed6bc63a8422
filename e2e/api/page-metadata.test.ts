import { type Api, expect, test } from "@/e2e/support/api";
import {
  hideThread,
  makeSource,
  openThread,
  publishSkill,
  question,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { type Head, headOf } from "@/e2e/support/head";
import { connect } from "@/e2e/support/knowledge";
import { fillPattern, NOTHING_TO_SEE, partsOf } from "@/e2e/support/read-paths";
import { ownSkill } from "@/e2e/support/submitting";
import { createReply } from "@/lib/contract/public/threads";
import { type Page, pages } from "@/lib/server/pages";

async function headAt(api: Api, page: string, status = 200): Promise<Head> {
  const received = await api.get(page, { accept: "text/html" });
  expect([page, received.status]).toEqual([page, status]);
  return headOf(received.text);
}

test("every page has a title, a description, a canonical URL and a link preview", async ({ api }) => {
  const { connection_id: author } = await connect(api);
  const skill = await publishSkill({ author });
  const { thread_id } = await openThread(api);
  const { source_id } = await makeSource("npm");
  const shown = Object.entries<Page>(pages).filter(([path, { markdown }]) => markdown && !NOTHING_TO_SEE.has(path));
  const addresses = shown.map(([pattern]) => fillPattern(pattern, { ...partsOf(skill, thread_id, author), source_id }));
  const titles = new Set<string>();
  for (const page of addresses) {
    const { title, meta, links } = await headAt(api, page);
    titles.add(title);
    expect(title.length, page).toBeGreaterThan(5);
    expect(meta.description?.length, page).toBeGreaterThan(20);
    const [canonical, ...more] = links.filter(({ rel }) => rel === "canonical");
    expect([more.length, new URL(canonical?.href ?? "").href], page).toEqual([0, `${api.base}${page}`]);
    expect(new URL(meta["og:url"] ?? "").href).toBe(`${api.base}${page}`);
    expect(meta).toMatchObject({
      "og:site_name": "Cairn",
      "og:type": /^\/(skills\/skl|threads\/thr)_/.test(page) ? "article" : "website",
      "og:title": expect.stringMatching(/\S/),
      "og:description": meta.description,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": expect.stringMatching(/\S/),
      "twitter:card": "summary_large_image",
      "twitter:image": meta["og:image"],
    });
    expect(meta["og:image"]).toMatch(new RegExp(`^${api.base}/(\\S+/)?card\\.png(\\?v=\\S+)?$`));
  }
  expect(titles.size).toBe(addresses.length);
});

test("pages link to their feeds", async ({ api }) => {
  const skill = await publishSkill();
  const { thread_id } = await openThread(api);
  for (const [page, feeds] of [
    ["/", ["/feeds/skills", "/feeds/questions"]],
    ["/skills", ["/feeds/skills"]],
    ["/threads", ["/feeds/questions"]],
    [`/threads/${thread_id}`, [`/threads/${thread_id}/feed`]],
    [`/skills/${skill.skill_id}/${skill.slug}`, [`/skills/${skill.skill_id}/feed`]],
  ] as const) {
    const { links } = await headAt(api, page);
    for (const [format, type] of [
      ["atom", "application/atom+xml"],
      ["json", "application/feed+json"],
    ] as const) {
      const named = links.filter((link) => link.rel === "alternate" && link.type === type);
      expect(named.map(({ href }) => href)).toEqual(feeds.map((feed) => `${api.base}${feed}.${format}`));
      for (const { title } of named) expect(title).not.toBe("");
    }
  }
});

test("search results, versions, errors and removed content are not indexed by search engines", async ({ api }) => {
  const skill = await publishSkill();
  const gone = await publishSkill();
  await withdrawVersion(gone, "It broke things.");
  const { thread_id } = await openThread(api);
  for (const [page, status] of [
    ["/skills?q=upsert", 200],
    ["/skills?technology=postgresql", 200],
    ["/threads?technology=postgresql", 200],
    ["/ask?q=how", 200],
    [`/skills/${skill.skill_id}/versions/${skill.version_id}`, 200],
    [`/skills/${gone.skill_id}/${gone.slug}`, 410],
    [`/skills/${gone.skill_id}/versions/${gone.version_id}`, 410],
    ["/nothing/here", 404],
    ["/skills?cursor=AAAA", 400],
  ] as const) {
    expect((await headAt(api, page, status)).meta.robots, page).toContain("noindex");
  }
  for (const page of ["/", "/skills", "/threads?status=open", `/threads/${thread_id}`])
    expect((await headAt(api, page)).meta.robots, page).toBeUndefined();
});

test("a skill is a TechArticle for search engines, and its title cannot break out of the script", async ({ api }) => {
  const title = `</script><script>alert(1)</script><!-- ${word()}`;
  const technology = word();
  const skill = await publishSkill({
    title,
    applicability: [{ technology, version_scheme: "exact", constraint: "1" }],
  });
  const page = `/skills/${skill.skill_id}/${skill.slug}`;
  const { text, headers } = await api.get(page);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"])) ?? [];
  expect(text).toContain(`<script type="application/ld+json" nonce="${nonce}">`);
  expect(text).not.toContain("<script>alert(1)");
  expect(headOf(text).data).toEqual([
    expect.objectContaining({
      "@context": "https://schema.org",
      "@type": "TechArticle",
      url: `${api.base}${page}`,
      headline: title,
      dateModified: expect.stringMatching(/Z$/),
      about: [{ "@type": "Thing", name: technology }],
      author: { "@type": "Organization", name: "Cairn library", url: `${api.base}/` },
    }),
  ]);
});

test("search engines see a skill's author and no modification date before its publication", async ({ api }) => {
  const writer = await connect(api, `Agent ${word()}`);
  const own = await ownSkill(writer);
  const imported = await publishSkill();
  for (const [skill, author] of [
    [own, { "@type": "Person", name: `${writer.name} (${writer.mark})` }],
    [imported, expect.objectContaining({ "@type": "Organization", name: "Cairn library" })],
  ] as const) {
    const { data } = await headAt(api, `/skills/${skill.skill_id}/${skill.slug}`);
    expect(data).toEqual([expect.objectContaining({ author })]);
    const { datePublished, dateModified } = data[0] ?? {};
    expect(String(dateModified) >= String(datePublished), `${dateModified}, ${datePublished}`).toBe(true);
  }
});

test("a thread is a DiscussionForumPosting with its replies as comments", async ({ api }) => {
  const q = question();
  const thread = await openThread(api, q);
  const { data } = await api.ok(
    createReply,
    { post_id: thread.thread_id, outcome: "partial", text: "Half of it." },
    { "x-service-append-key": thread.append_key },
  );
  const url = `${api.base}/threads/${thread.thread_id}`;
  expect((await headAt(api, `/threads/${thread.thread_id}`)).data).toEqual([
    expect.objectContaining({
      "@type": "DiscussionForumPosting",
      url,
      headline: q,
      text: q,
      author: { "@type": "Person", name: "Searcher" },
      interactionStatistic: expect.objectContaining({ userInteractionCount: 1 }),
      comment: [
        {
          "@type": "Comment",
          "@id": `${url}#${data.reply.reply_id}`,
          url: `${url}#${data.reply.reply_id}`,
          text: "Half of it.",
          author: { "@type": "Person", name: "Searcher" },
          datePublished: data.reply.created_at,
        },
      ],
    }),
  ]);
});

test("a thread started by an agent has the agent's name and words", async ({ api }) => {
  const by = await connect(api, "Agent Alder");
  const { thread } = await by.startTask({
    title: `Plan ${word()}`,
    opening: "We run two of them.\n\nWhat do we forget?",
  });
  expect((await headAt(api, new URL(thread.canonical_url).pathname)).data).toEqual([
    expect.objectContaining({
      headline: thread.title,
      text: "We run two of them.\n\nWhat do we forget?",
      author: { "@type": "Person", name: `Agent Alder (${by.mark})` },
    }),
  ]);
});

test("the link preview image is a PNG of 1,200 × 630 that changes with its content", async ({
  api,
  baseURL,
  request,
}) => {
  expect(baseURL).toBeTruthy();
  const skill = await publishSkill({ title: `Tame ${word()} 🚀 and go` });
  const thread = await openThread(api, `كيف أضبط مهلة الطلب ${word().slice(0, 4)}`);
  const path = `/threads/${thread.thread_id}/card.png`;
  const etags = new Set<string | undefined>();
  for (const card of ["/card.png", `/skills/${skill.skill_id}/card.png`, path]) {
    const response = await request.get(card);
    expect([card, response.status(), response.headers()["content-type"]]).toEqual([card, 200, "image/png"]);
    const png = await response.body();
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
    expect(png.length).toBeGreaterThan(10_000);
    etags.add(response.headers().etag);
  }
  expect(etags.size).toBe(3);
  const etag = String((await api.get(path)).headers.etag);
  expect((await api.get(path, { "if-none-match": etag })).status).toBe(304);
  await api.ok(
    createReply,
    { post_id: thread.thread_id, outcome: "resolved", text: "It worked." },
    { "x-service-append-key": thread.append_key },
  );
  expect((await api.get(path, { "if-none-match": etag })).status).toBe(200);
  await hideThread(thread.thread_id);
  expect(api.problemOf(await api.get(path)).code).toBe("not_found");
});
