import { expect, test } from "@playwright/test";
import { ask, hardQuestion, pathOf, reply, starterSkill } from "@/e2e/pages/cast";
import { publishSkill } from "@/e2e/support/cast";
import { problemCodes } from "@/lib/contract/problems";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor searches from the home page and reads a skill", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("searchbox", { name: "Search skills and threads" }).fill("upsert postgres");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/skills\?q=upsert\+postgres/);
    const first = page.getByRole("article").first();
    const title = await first.getByRole("heading").textContent();
    await first.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page.getByText("Applies to")).toBeVisible();
    await expect(page.locator(".prose pre").first()).toBeVisible();
  });

  test("the start page shows the skills that were reviewed last", async ({ page }) => {
    const review = { version_checked: "1.2.3", note: "Ran it.", reviewer: "Maintainer" };
    const fresh = page.getByRole("region", { name: "Newly reviewed" }).getByRole("article");
    // Others publish meanwhile: five of theirs may stand before it.
    await expect(async () => {
      const skill = await publishSkill({ review });
      await page.goto("/");
      const link = fresh.getByRole("link", { name: skill.title });
      await expect(link).toHaveAttribute("href", pathOf(skill), { timeout: 500 });
    }).toPass();
    await expect(fresh.filter({ hasText: "Not reviewed" })).toHaveCount(0);
  });

  test("filters and order travel in the address, and Back restores them", async ({ page }) => {
    await page.goto("/skills");
    await page.getByLabel("Technology").fill("postgresql");
    await page.getByLabel("Your version of it").fill("18.4");
    await page.getByLabel("Order").selectOption("title");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/technology=postgresql&version=18.4&sort=title/);
    const titles = await page.getByRole("article").getByRole("heading").allTextContents();
    expect(titles.length).toBeGreaterThan(1);
    await page.getByRole("article").first().getByRole("link").click();
    await page.goBack();
    await expect(page.getByLabel("Technology")).toHaveValue("postgresql");
    await expect(page.getByLabel("Order")).toHaveValue("title");
    expect(await page.getByRole("article").getByRole("heading").allTextContents()).toEqual(titles);
  });

  test("every reply of a thread is in the page, with an anchor", async ({ page, request }) => {
    const thread = await ask(request, hardQuestion("Iceland"));
    for (const text of ["First try.", "Second try.", "Third try."]) await reply(request, thread, text);
    await page.goto(`/threads/${thread.thread_id}`);
    const replies = page.locator("li[id^=msg_]");
    await expect(replies).toHaveCount(3);
    await expect(replies.last()).toContainText("Third try.");
    const anchor = await replies.last().getAttribute("id");
    await expect(replies.last().locator(`a[href="#${anchor}"] time`)).toHaveAttribute("title", /UTC$/);
  });

  test("an answered thread shows the library's skills as cards", async ({ page, request }) => {
    const thread = await ask(request, "upsert in postgresql 18 with on conflict and returning old and new");
    await page.goto(`/threads/${thread.thread_id}`);
    await expect(page.locator("main").getByText("Answered", { exact: true })).toBeVisible();
    await expect(page.getByText("library answer")).toBeVisible();
    await expect(page.locator("li[id^=msg_] article").first().getByRole("link")).toHaveAttribute(
      "href",
      /^\/skills\/skl_/,
    );
  });
});

test("the short address of a skill and a wrong name lead to the right one", async ({ page, request }) => {
  const skill = await starterSkill(request, "postgres-upsert");
  for (const path of [`/skills/${skill.skill_id}`, `/skills/${skill.skill_id}/another-name`]) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe(skill.path);
  }
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", skill.canonical_url);
});

test("a skill page has its metadata in the head, for readers who run no scripts", async ({ request }) => {
  const skill = await starterSkill(request, "postgres-upsert");
  const html = await (await request.get(skill.path)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toContain(`<title>${skill.title} · Cairn</title>`);
  expect(head).toContain('<meta property="og:title"');
  expect(head).toContain('type="application/json"');
});

test("what does not exist is a 404 page with ways on", async ({ page }) => {
  for (const path of [
    "/nothing",
    "/skills/skl_short/x",
    "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/x",
    "/threads/thr_AAAAAAAAAAAAAAAAAAAAAA",
    "/problems/nothing",
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No stone lies here");
    await expect(page.getByRole("link", { name: "Search the library" })).toBeVisible();
  }
});

test("a cursor of another list is refused in words, with a way back to the list", async ({ page }) => {
  const response = await page.goto("/skills?cursor=AAAA");
  expect(response?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The cursor does not fit this request");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/skills$/);
});

test("every problem code has a page", async ({ request }) => {
  for (const code of problemCodes) expect((await request.get(`/problems/${code}`)).status(), code).toBe(200);
});

test("robots may read the pages, not the API, and no page links to the search that writes", async ({
  request,
  page,
}) => {
  expect(await (await request.get("/robots.txt")).text()).toMatch(/Disallow: \/api\//);
  for (const path of ["/", "/docs", "/ask", "/skills?q=upsert"]) {
    await page.goto(path);
    await expect(page.locator('a[href*="/api/v1/search"], form[action*="/api/"]')).toHaveCount(0);
  }
});

test("a code block can be copied whole", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { path } = await starterSkill(request, "postgres-upsert");
  await page.goto(path);
  const block = page.locator(".prose pre").first();
  await block.hover();
  await page.getByRole("button", { name: "Copy the code" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.textContent());
});

test("a keyboard skips to the content at once", async ({ page }) => {
  await page.goto("/threads");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});
