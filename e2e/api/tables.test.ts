import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { addressOf, contracts } from "@/e2e/support/contract";
import { openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { headOf } from "@/e2e/support/head";
import { connect } from "@/e2e/support/knowledge";
import { fillPattern, NOTHING_TO_SEE, type Parts, partsOf } from "@/e2e/support/read-paths";
import { maintainer } from "@/e2e/support/submitting";
import { addSource } from "@/lib/contract/public/sources";
import { documents } from "@/lib/server/formats/documents";
import { alternatePath, findPage, type Page, pages } from "@/lib/server/pages";

const table = Object.entries<Page>(pages);
const READ = "GET, HEAD, OPTIONS";

async function parts(api: Api): Promise<Parts> {
  const { thread_id } = await openThread(api);
  const { connection_id: author } = await connect(api);
  const skill = await publishSkill({ author, files: { "references/more.md": "# More\n" } });
  const chief = await maintainer(api);
  const { data: source } = await chief.ok(addSource, { address: `npm:@${word()}/pump`, reason: "It has skills." });
  return { ...partsOf(skill, thread_id, author), source_id: source.source_id };
}

test("every endpoint of the table is at its address, with its method", async ({ api }) => {
  for (const contract of contracts) {
    const { status, headers } = await api.send("OPTIONS", addressOf(contract));
    expect([contract.name, status]).toEqual([contract.name, 204]);
    expect(String(headers.allow).split(", "), contract.name).toContain(contract.method);
  }
});

test("every page of the table is what the table says of it", async ({ api }) => {
  const known = await parts(api);
  const sitemap = (await api.get("/sitemaps/pages.xml")).text;
  for (const [pattern, page] of table.filter(([path]) => !NOTHING_TO_SEE.has(path))) {
    const path = fillPattern(pattern, known);
    expect(findPage(path)?.page, path).toBe(page);
    const { status, headers, text } = await api.get(path, { accept: "text/html" });
    const { title, meta, links } = headOf(text);
    const linked = (type: string) => links.filter((link) => link.rel === "alternate" && link.type === type);
    const feeds = (format: string) =>
      page.feeds?.map((feed) => `${api.base}${fillPattern(feed.path, known)}.${format}`);
    const isListed = page.sitemap === true && !/\{(skill|thread|connection)_id\}/.test(pattern);
    expect({
      path,
      status,
      title: page.title === undefined || title === `${page.title} · Cairn`,
      description: page.description ?? meta.description,
      canonical: links.filter(({ rel }) => rel === "canonical").map(({ href }) => new URL(href).href),
      markdown: linked("text/markdown").map(({ href }) => href),
      json: linked("application/json").map(({ href }) => href),
      atom: linked("application/atom+xml").map(({ href }) => href),
      feeds: linked("application/feed+json").map(({ href }) => href),
      index: meta.robots === undefined,
      varies: String(headers.vary).split(", ").includes("Accept"),
      inSitemap: sitemap.includes(`<loc>${api.base}${path}</loc>`),
    }).toEqual({
      path,
      status: 200,
      title: true,
      description: meta.description,
      canonical: [new URL(path, api.base).href],
      markdown: page.markdown ? [`${api.base}${alternatePath(path)}`] : [],
      json: page.json ? [`${api.base}${fillPattern(page.json, known)}`] : [],
      atom: feeds("atom") ?? [],
      feeds: feeds("json") ?? [],
      index: page.index === true,
      varies: page.markdown === true,
      inSitemap: isListed,
    });

    if (!page.shared) expect([path, headers["cache-status"]]).toEqual([path, undefined]);
    // While the database is too busy to be asked, a page is made as if it were not kept.
    else await expect.poll(async () => (await api.get(path)).headers["cache-status"], path).toMatch(/^cairn; /);
    const asMarkdown = await api.get(path, { accept: "text/markdown" });
    const type = String(asMarkdown.headers["content-type"]).split(";")[0];
    expect([path, type]).toEqual([path, page.markdown ? "text/markdown" : "text/html"]);
    const searched = await api.get(`${path}?q=upsert`, { accept: "text/html" });
    expect([path, searched.headers.ratelimit !== undefined]).toEqual([path, page.searches === true]);
    const posted = await api.send("POST", path);
    // A page that answers its own form shows it again for a form without fields.
    const expected = page.posts ? [path, 200, undefined] : [path, 405, READ];
    expect([path, posted.status, posted.headers.allow]).toEqual(expected);
  }
});

test("every form of the table takes a post and nothing else", async ({ api }) => {
  const known = await parts(api);
  for (const [pattern] of table.filter(([, { form }]) => form)) {
    const path = fillPattern(pattern, known);
    const foreign = await api.send("POST", path, { "sec-fetch-site": "cross-site" });
    expect([path, foreign.status]).toEqual([path, 403]);
    const read = await api.get(path);
    expect([path, read.status, read.headers.allow]).toEqual([path, 405, "POST, OPTIONS"]);
  }
});

test("every document of the table is answered to those who read, and to those who have it with 304", async ({
  api,
}) => {
  const known = await parts(api);
  const client = path.basename(String((await api.get("/client.tgz")).headers.location));
  const files: Parts = { "/feeds/{file}": "skills.atom", "/sitemaps/{file}": "pages.xml", "/client/{file}": client };
  for (const { path: pattern } of documents) {
    const address = fillPattern(pattern, { ...known, file: files[pattern] ?? "", rest: "openid-configuration" });
    const { status, headers, text } = await api.get(address);
    // Nobody is named as contact, there is no authorization server, and one version cannot be compared.
    const isMissing = /^\/\.well-known\/(security|openid)|compare\.diff$/.test(address);
    const isMoved = address === "/client.tgz";
    const expected = isMissing ? 404 : isMoved ? 302 : 200;
    expect([address, status, headers["access-control-allow-origin"]]).toEqual([address, expected, "*"]);
    expect([address, headers["content-type"]]).not.toEqual([address, expect.stringContaining("html")]);
    if (isMissing) expect(api.problemOf({ status, headers, text }).code).toBe("not_found");
    else if (!isMoved) {
      expect([address, headers["cache-control"]]).toEqual([address, expect.stringMatching(/^public, /)]);
      const etag = String(headers.etag);
      const again = await api.get(address, { "if-none-match": etag });
      // Others publish and ask meanwhile.
      expect([address, again.status === 304 || again.headers.etag !== etag]).toEqual([address, true]);
    }
    const head = await api.send("HEAD", address);
    expect([address, head.status, head.text]).toEqual([address, status, ""]);
    const posted = await api.send("POST", address);
    expect([address, posted.status, posted.headers.allow]).toEqual([address, 405, READ]);
  }
});
