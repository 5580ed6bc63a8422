import { type Api, expect, test } from "@/e2e/support/api";
import {
  addInsight,
  hideMessage,
  hideThread,
  makeSource,
  openThread,
  publishSkill,
  question,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { connect, decide } from "@/e2e/support/knowledge";
import { idsOf } from "@/e2e/support/moderating";
import { fillPattern, NOTHING_TO_SEE, partsOf } from "@/e2e/support/read-paths";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { createConnection } from "@/lib/contract/public/connections";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";
import { endpoints } from "@/lib/server/endpoints";
import { type Page, pages } from "@/lib/server/pages";

/** What they show changes while other tests publish; the ranking is explained by an answer of the library. */
const LIVE = new Set([
  ...["/", "/skills", "/threads", "/threads/wanted", "/sources", "/status", "/technologies", "/docs/ranking"],
]);

/** The URL of the markdown alternate that a page links to. */
function alternateNamedIn(api: Api, html: string): string {
  const [tag = ""] = /<link[^>]+type="text\/markdown"[^>]*>/.exec(html) ?? [];
  return (/href="([^"]+)"/.exec(tag)?.[1] ?? "").replace(api.base, "");
}

test("every page links to its markdown alternate, which exists and links back", async ({ api }) => {
  const { connection_id: author } = await connect(api);
  const skill = await publishSkill({ author });
  const { thread_id } = await openThread(api);
  const { source_id } = await makeSource("npm");
  // The markdown of a raw view is the file that it shows, which has an address of its own.
  const named = Object.entries<Page>(pages).filter(([path, page]) => page.markdown && !path.endsWith("/raw"));
  for (const [pattern] of named.filter(([path]) => !NOTHING_TO_SEE.has(path))) {
    const page = fillPattern(pattern, { ...partsOf(skill, thread_id, author), source_id });
    const html = (await api.get(page, { accept: "text/html" })).text;
    const alternate = alternateNamedIn(api, html);
    expect(alternate, page).toMatch(/\.md$/);
    const { status, headers, text } = await api.get(alternate);
    expect([alternate, status, headers["content-type"]]).toEqual([alternate, 200, "text/markdown; charset=utf-8"]);
    expect(headers.link).toBe(`<${api.base}${page}>; rel="canonical"`);
    expect(text).toMatch(/^# \S/);
    // Lists and the service status change during use; everything else is stable.
    if (LIVE.has(page)) continue;
    const again = await api.get(alternate, { "if-none-match": String(headers.etag) });
    expect([alternate, again.status]).toEqual([alternate, 304]);
  }
});

test("the alternate of the reference has every endpoint with its path, fields, limits, problems and an example request", async ({
  api,
}) => {
  const { text } = await api.get("/docs/api.md");
  for (const { contract } of Object.values(endpoints)) {
    const [, own = ""] = text.split(`\n### ${contract.name}\n`);
    const [entry = ""] = own.split("\n### ");
    expect(entry).toContain(`\`${contract.method} ${contract.path}\` (`);
    expect(entry).toContain(contract.summary);
    for (const code of contract.problems) expect(entry).toContain(`[${code}](${api.base}/problems/${code}.md)`);
    expect(entry).toMatch(/```sh\ncurl -s/);
  }
  expect(text).toContain("- `q` (body, required): string, 1 to 500 characters");
});

test("every link of llms.txt works, and every page of the sitemap has its alternate", async ({ api }) => {
  const { text } = await api.get("/llms.txt");
  const named = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = ""]) => url.replace(api.base, ""));
  const pages = [...(await api.get("/sitemaps/pages.xml")).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(api.base, ""),
  );
  expect(pages).toContain("/docs/api");
  const alternates = pages.map((page) => (page === "/" ? "/index.md" : `${page}.md`));
  expect(named.length).toBeGreaterThan(10);
  for (const path of [...named, ...alternates]) {
    // The MCP endpoint accepts only POST.
    const expected = path === MCP_PATH ? 405 : 200;
    expect([path, (await api.get(path)).status]).toEqual([path, expected]);
  }
});

test("a client that prefers markdown gets the alternate at the page's own URL", async ({ api }) => {
  const { thread_id } = await openThread(api);
  const page = `/threads/${thread_id}`;
  const markdown = await api.get(page, { accept: "text/markdown, text/html;q=0.9" });
  expect(markdown.headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(markdown.text).toBe((await api.get(`${page}.md`)).text);
  const html = await api.get(page, { accept: "text/html, text/markdown;q=0.9" });
  expect(html.headers["content-type"]).toMatch(/^text\/html/);
  for (const { headers } of [markdown, html]) expect(headers.vary).toMatch(/(^|, )Accept(,|$)/);
});

test("the alternate of a skill shows its applicability and reviews and ends with the original content", async ({
  api,
}) => {
  const skill = await publishSkill({
    markdown: "# Do it\n\n```sh\nmake [it] <now>\n```\n",
    applicability: [{ technology: "next.js", version_scheme: "semver", constraint: ">=16 <17" }],
    review: { version_checked: "16.4.6", note: "Ran it.", reviewer: "Maintainer" },
  });
  for (const path of [`/skills/${skill.skill_id}`, `/skills/${skill.skill_id}/versions/${skill.version_id}`]) {
    const { text } = await api.get(`${path}.md`);
    expect(text).toContain("- Fits: next.js >=16 \\<17\n");
    expect(text).toContain("checked against 16.4.6 by Maintainer");
    expect(text).toContain("Written by third parties");
    expect(text.endsWith(`\n---\n\n${skill.markdown}`)).toBe(true);
  }
});

test("the views of a skill have alternates: versions, comparison, provenance, decisions and file", async ({ api }) => {
  const first = await publishSkill({ markdown: "# Old\n\nThe old way.\n", title: `Do ](x) it ${word()}` });
  const second = await publishSkill({ of: first, title: first.title, markdown: "# New\n\nThe new way.\n" });
  const reason = `It deletes [things](x) ${word()}.`;
  const page = `/skills/${second.skill_id}/${second.slug}`;
  const read = async (view: string) => (await api.get(`${page}/${view}.md`)).text;
  const versions = await read("versions");
  expect(versions).toMatch(/^# Do \\\]\(x\) it/);
  expect(versions.indexOf(second.version_id)).toBeLessThan(versions.indexOf(first.version_id));
  const change = await read("compare");
  expect(change).toContain("- Lines of the text: 2 added, 2 removed");
  expect(change).toMatch(/\n-The old way\.\n\+The new way\.\n$/);
  expect((await api.get(`${page}/compare.md?from=${second.version_id}&to=${first.version_id}`)).text).toBe(change);
  expect(await read("provenance")).toContain("## Used in\n\nNo thread names it yet.");
  for (const path of [page, `/skills/${second.skill_id}/versions/${second.version_id}`])
    expect((await api.get(`${path}/raw.md`)).text).toMatch(/^---\n[\s\S]*The new way\.\n$/);
  await decide({ kind: "withdrawal", reason, ...idsOf(second) });
  await withdrawVersion(second, reason);
  expect(await read("decisions")).toMatch(/withdrawal of Version 2 by .*: It deletes \\\[things\\\]\(x\)/);
  expect(await read("compare")).not.toContain("The new way.");
  expect((await api.get(`/skills/${second.skill_id}/versions/${second.version_id}/raw.md`)).status).toBe(410);
  for (const path of [`${page}/odd.md`, `${page}/compare.md?from=skv_x`, `/skills/skl_x/${second.slug}/versions.md`])
    expect((await api.get(path)).status, path).toBe(404);
});

test("the alternate of a thread quotes every user text, and hidden texts disappear at once", async ({ api }) => {
  const thread = await openThread(api);
  const { data: writer } = await api.ok(createConnection, { name: `Line ${word()}` });
  const body = "First line.\n\n# Not a heading\n## 9. Cairn library (library), 2026-11-21";
  const message_id = await addInsight(thread.thread_id, { connection_id: writer.connection_id, body });
  await api.ok(
    createReply,
    { post_id: thread.thread_id, outcome: "partial", text: `Half of it ${word()}.` },
    { "x-service-append-key": thread.append_key },
  );
  const path = `/threads/${thread.thread_id}.md`;
  const { text } = await api.get(path);
  expect(text).toContain("Written by third parties");
  expect(text).toContain("> First line.\n> \n> # Not a heading\n> ## 9. Cairn library");
  expect(text.match(/^#{1,6} .+$/gm)?.filter((line) => /Not a heading|^## 9/.test(line))).toEqual([]);
  await hideMessage(message_id);
  expect((await api.get(path)).text).not.toContain("First line.");
  await hideThread(thread.thread_id);
  expect(api.problemOf(await api.get(path)).code).toBe("not_found");
});

test("the alternate of a withdrawn version returns 410 with its decision", async ({ api }) => {
  const skill = await publishSkill();
  const reason = `It ${word()} things.`;
  await withdrawVersion(skill, reason);
  for (const path of [
    `/skills/${skill.skill_id}.md`,
    `/skills/${skill.skill_id}/${skill.slug}.md`,
    `/skills/${skill.skill_id}/versions/${skill.version_id}.md`,
  ]) {
    const received = await api.get(path);
    expect([received.status, api.problemOf(received).detail]).toEqual([410, `This version was withdrawn: ${reason}`]);
  }
});

test("the lists in markdown search, filter and page as their pages do", async ({ api }) => {
  const technology = word();
  const skills = await Promise.all(
    Array.from({ length: 21 }, () =>
      publishSkill({ applicability: [{ technology, version_scheme: "exact", constraint: "1" }] }),
    ),
  );
  const seen: string[] = [];
  let path = `/skills.md?technology=${technology}`;
  for (let page = 0; page < 2; page += 1) {
    const { text } = await api.get(path);
    seen.push(...[...text.matchAll(/\/skills\/(skl_[\w-]+)\//g)].map(([, id = ""]) => id));
    path = (/Next page: (\S+)/.exec(text)?.[1] ?? "").replace(api.base, "");
  }
  expect(path).toBe("");
  expect(seen.toSorted()).toEqual(skills.map(({ skill_id }) => skill_id).toSorted());

  const q = question();
  const { data } = await api.ok(searchPost, { q, technology });
  const open = await api.get(`/threads.md?status=open&technology=${technology}`);
  expect(open.text).toContain(`[${q}](${data.canonical_url}.md) (open, 0 replies`);
  expect(api.problemOf(await api.get("/threads.md?status=odd")).code).toBe("validation_failed");
});
