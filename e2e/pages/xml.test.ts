import { expect, test } from "@playwright/test";
import { publishSkill, word } from "@/e2e/support/fixtures";

test("feeds, sitemaps and the search description are XML that a browser parses, with any text", async ({
  page,
  request,
}) => {
  const technology = `${word()}<&">`;
  const title = `]]> </title><script>alert(1)</script> & "quoted" 'twice' ${word()}`;
  await publishSkill({
    title,
    description: "Control \u0008 characters \u001f, a lone < and \uFFFF",
    applicability: [{ technology, version_scheme: "exact", constraint: "1" }],
  });
  const feed = `/feeds/skills.atom?technology=${encodeURIComponent(technology)}`;
  for (const path of [feed, "/sitemap.xml", "/sitemaps/pages.xml", "/sitemaps/skills.xml", "/opensearch.xml"]) {
    const xml = await (await request.get(path)).text();
    const parsed = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "application/xml");
      return {
        error: document.querySelector("parsererror")?.textContent ?? null,
        title: document.querySelector("entry > title")?.textContent ?? null,
        content: document.querySelector("entry > content")?.textContent ?? null,
      };
    }, xml);
    expect([path, parsed.error]).toEqual([path, null]);
    if (path === feed) {
      expect(parsed.title).toBe(title);
      expect(parsed.content).toContain("Control \uFFFD characters \uFFFD, a lone < and");
    }
  }
});
