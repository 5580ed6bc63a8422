import { type Api, expect, test } from "@/e2e/support/api";
import { hideThread, openThread, publishSkill, withdrawVersion } from "@/e2e/support/fixtures";

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);

async function addressesIn(api: Api, kind: string): Promise<string[]> {
  const index = await api.get("/sitemap.xml");
  expect([index.status, index.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
  const files = locations(index.text).filter((url) => url.startsWith(`${api.base}/sitemaps/${kind}`));
  const found: string[] = [];
  for (const url of files) found.push(...locations((await api.get(url.replace(api.base, ""))).text));
  return found;
}

test("the sitemap has every public page, skill and thread", async ({ api }) => {
  // The starter library exists before the product serves requests, so the sitemap starts before this test's skills.
  const skill = await publishSkill();
  const thread = await openThread(api);
  const page = `${api.base}/skills/${skill.skill_id}/${skill.slug}`;
  const addresses = [
    ...(await addressesIn(api, "pages")),
    ...(await addressesIn(api, "skills")),
    ...(await addressesIn(api, "threads")),
  ];
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toEqual(
    expect.arrayContaining([
      `${api.base}/`,
      `${api.base}/problems/withdrawn`,
      page,
      `${api.base}/threads/${thread.thread_id}`,
    ]),
  );
  await withdrawVersion(skill, "It broke things.");
  await hideThread(thread.thread_id);
  const later = [...(await addressesIn(api, "skills")), ...(await addressesIn(api, "threads"))];
  expect(later).not.toContain(page);
  expect(later).not.toContain(`${api.base}/threads/${thread.thread_id}`);
  expect(api.problemOf(await api.get("/sitemaps/nothing.xml")).code).toBe("not_found");
});

test("robots.txt allows the pages, disallows the API and names the sitemap", async ({ api }) => {
  const { text } = await api.get("/robots.txt");
  expect(text).toBe(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${api.base}/sitemap.xml\n`);
});

test("a browser can search the library from its address bar", async ({ api }) => {
  const html = (await api.get("/docs")).text;
  expect(html).toMatch(/<link rel="search" type="application\/opensearchdescription\+xml"[^>]*href="\/opensearch.xml"/);
  const { headers, text } = await api.get("/opensearch.xml");
  expect(headers["content-type"]).toBe("application/opensearchdescription+xml; charset=utf-8");
  const [, template = ""] = /type="text\/html"[^>]*template="([^"]+)"/.exec(text) ?? [];
  const results = await api.get(template.replace(api.base, "").replace("{searchTerms}", "upsert"));
  expect(results.status).toBe(200);
  expect(results.text).toContain("<title>upsert: skills · Cairn</title>");
});

test("the icons that browsers and phones request exist", async ({ api }) => {
  for (const [path, type] of [
    ["/favicon.ico", "image/x-icon"],
    ["/icon.svg", "image/svg+xml"],
    ["/apple-icon.png", "image/png"],
    ["/manifest.webmanifest", "application/manifest+json"],
  ] as const) {
    const { status, headers } = await api.get(path);
    expect([path, status, headers["content-type"]]).toEqual([path, 200, type]);
  }
});
