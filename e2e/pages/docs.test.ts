import { expect, type Locator, test } from "@playwright/test";
import { docsNavigation, guides } from "@/lib/server/formats/docs/guides";

const links = docsNavigation().flatMap(({ links }) => links);

const hrefsOf = (shown: Locator) =>
  shown.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? "no address"));

test("on a telephone the navigation is folded and opens by keyboard", { tag: "@more" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/docs/ranking");
  await expect(page.getByRole("navigation", { name: "Docs" })).toBeHidden();
  const fold = page.locator("summary", { hasText: "All docs pages" });
  await fold.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Glossary" }).click();
  await expect(page).toHaveURL(/\/docs\/glossary$/);
});

test("every target of the navigation is at least 24 px wide and high", { tag: "@more" }, async ({ page }) => {
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/docs", "/docs/api", "/docs/client", "/docs/mcp"]) {
      await page.goto(path);
      const rail = page.locator("div", { has: page.locator("> search") });
      const fold = rail.locator("summary");
      if (await fold.isVisible()) await fold.click();
      const targets = rail.locator("a:visible, summary:visible, input:visible, button:visible");
      const sizes = await targets.evaluateAll((all) =>
        all.map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() })),
      );
      expect(sizes.length, path).toBeGreaterThan(links.length);
      expect(
        sizes.filter((size) => size.width < 24 || size.height < 24).map(({ text }) => text),
        path,
      ).toEqual([]);
    }
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every docs page has the same navigation, which marks the page and lists its sections", {
    tag: "@more",
  }, async ({ page }) => {
    for (const { href } of links) {
      await page.goto(href);
      const navigation = page.getByRole("navigation", { name: "Docs" });
      const shown = navigation.locator("div > ul > li > a");
      await expect.poll(() => hrefsOf(shown), href).toEqual(links.map((link) => link.href));
      await expect(navigation.locator("[aria-current=page]")).toHaveAttribute("href", href);
      const anchors = navigation.locator('a[href^="#"]');
      const missing = async () => {
        const ids = (await hrefsOf(anchors)).map((anchor) => anchor.slice(1));
        return page.evaluate((all) => all.filter((id) => !document.getElementById(id)), ids);
      };
      await expect.poll(missing, href).toEqual([]);
    }
  });

  test("a search in the docs finds guides, endpoints, terms and problems, and its results lead to their place", {
    tag: "@more",
  }, async ({ page }) => {
    await page.goto("/docs/why");
    await page.getByRole("searchbox", { name: "Search the docs" }).fill("append key");
    await page.getByRole("button", { name: "Search the docs" }).click();
    await page.waitForURL(/\/docs\?q=append\+key$/);
    await expect(page.getByRole("status")).toHaveText(/^\d+ results for “append key”$/);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const found = await hrefsOf(page.locator("ol h2 a"));
    expect(found[0]).toBe("/docs/glossary#s-append-key");
    expect(found).toContain("/docs/api/threads#create_reply");
    expect(found).toContain("/problems/append_key_expired");
    expect(found.some((href) => href.startsWith("/docs#"))).toBe(true);
    for (const href of found) {
      await page.goto(href);
      const { hash } = new URL(page.url());
      if (hash) await expect(page.locator(`[id="${hash.slice(1)}"]`), href).toHaveCount(1);
    }
  });

  for (const [query, first] of [
    ["submit skill", "/docs/api/knowledge#submit_skill"],
    ["rate limited", "/problems/rate_limited"],
    ["alternatives", "/docs/why#s-alternatives"],
    ["/api/v1/log/checkpoint", "/docs/api/publish-log#get_log_checkpoint"],
  ]) {
    const tag = query === "submit skill" ? [] : "@more";
    test(`a search in the docs for ${query} finds ${first} first`, { tag }, async ({ page }) => {
      await page.goto(`/docs?q=${encodeURIComponent(String(query))}`);
      await expect(page.locator("ol h2 a").first()).toHaveAttribute("href", String(first));
    });
  }

  test("a search in the docs without results offers another way", { tag: "@more" }, async ({ page }) => {
    await page.goto("/docs?q=zzyzx");
    await expect(page.getByRole("status")).toHaveText("No results for “zzyzx”");
    await page.getByRole("link", { name: "search the skills" }).click();
    await expect(page).toHaveURL(/\/skills\?q=zzyzx$/);
  });
});

test("the markdown of the docs lists every page, and searches as the page does", async ({ request, baseURL }) => {
  const all = await (await request.get("/docs.md")).text();
  for (const { href } of links.filter((link) => link.href !== "/docs")) expect(all).toContain(`${baseURL}${href}.md`);
  const found = await (await request.get("/docs.md?q=append+key")).text();
  expect(found).toContain(`[Glossary: Append key](${baseURL}/docs/glossary#s-append-key)`);
  for (const [path, { title }] of Object.entries(guides))
    expect(await (await request.get(`${path}.md`)).text()).toMatch(new RegExp(`^# ${title}\n`));
});
