import { expect, test } from "@playwright/test";
import { ask, hardQuestion, pathOf, reply, starterSkill, stopClock, wake } from "@/e2e/pages/fixtures";
import { database, hideThread, publishSkill, word } from "@/e2e/support/fixtures";
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
    await first.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page.getByText("Check compatibility")).toBeVisible();
    await expect(page.locator(".prose pre").first()).toBeVisible();
  });

  test("without scripts a thread explains how to see new replies and does not promise live updates", async ({
    page,
    request,
  }) => {
    const { thread_id } = await ask(request, hardQuestion());
    await page.goto(`/threads/${thread_id}`);
    await expect(page.locator("noscript p")).toHaveText("Reload the page to see new replies.");
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.getByText("by themselves")).toBeHidden();
  });

  test("the home page shows the most recently reviewed skills", async ({ page }) => {
    const review = { version_checked: "1.2.3", note: "Ran it.", reviewer: "Maintainer" };
    const fresh = page.getByRole("region", { name: "Newly reviewed" }).getByRole("article");
    // Other tests publish in the meantime: five of their skills may come first.
    await expect(async () => {
      const skill = await publishSkill({ review });
      await page.goto("/");
      const link = fresh.getByRole("link", { name: skill.title });
      await expect(link).toHaveAttribute("href", pathOf(skill), { timeout: 500 });
    }).toPass();
    await expect(fresh.filter({ hasText: "Not reviewed" })).toHaveCount(0);
  });

  test("filters and order are in the URL, and Back restores them", async ({ page }) => {
    await page.goto("/skills");
    await page.getByLabel("Technology").fill("postgresql");
    await page.getByLabel("Your version").fill("18.4");
    await page.getByLabel("Sort").selectOption("title");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/technology=postgresql&version=18.4&sort=title/);
    const headings = page.getByRole("article").getByRole("heading");
    await expect(headings.nth(1)).toBeVisible();
    const titles = await headings.allTextContents();
    await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
    await page.goBack();
    await expect(page.getByLabel("Technology")).toHaveValue("postgresql");
    await expect(page.getByLabel("Sort")).toHaveValue("title");
    await expect(headings).toHaveText(titles);
  });

  test("every reply of a thread is in the page, with an anchor", async ({ page, request }) => {
    const thread = await ask(request, hardQuestion());
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
    await expect(page.locator("main").getByText("Answered", { exact: true }).first()).toBeVisible();
    await expect(page.getByText("library answer")).toBeVisible();
    await expect(page.locator("li[id^=msg_] article").first().getByRole("heading").getByRole("link")).toHaveAttribute(
      "href",
      /^\/skills\/skl_/,
    );
  });
});

test("the short URL of a skill and a wrong slug redirect to the right page", async ({ page, request }) => {
  const skill = await starterSkill(request, "postgres-upsert");
  for (const path of [`/skills/${skill.skill_id}`, `/skills/${skill.skill_id}/another-name`]) {
    await page.goto(path);
    await expect(page).toHaveURL(skill.path);
  }
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", skill.canonical_url);
});

test("a skill page has its metadata in the head for clients without scripts", async ({ request }) => {
  const skill = await starterSkill(request, "postgres-upsert");
  const html = await (await request.get(skill.path)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toContain(`<title>${skill.title} · Cairn</title>`);
  expect(head).toContain('<meta property="og:title"');
  expect(head).toContain('type="application/json"');
});

test("unknown pages are 404 with links onward, complete without scripts and never cached", async ({ request }) => {
  const { thread_id } = await ask(request, hardQuestion());
  const skill = await publishSkill();
  for (const path of [
    "/nothing",
    "/skills/bad",
    "/skills/skl_short/x",
    "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA",
    "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/x",
    ...["versions", "compare", "provenance", "decisions", "raw"].map(
      (view) => `/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/x/${view}`,
    ),
    `/skills/${skill.skill_id}/versions/skv_AAAAAAAAAAAAAAAAAAAAAA`,
    `/skills/${skill.skill_id}/versions/skv_AAAAAAAAAAAAAAAAAAAAAA/raw`,
    "/threads/bad",
    "/threads/thr_AAAAAAAAAAAAAAAAAAAAAA",
    "/threads/thr_AAAAAAAAAAAAAAAAAAAAAA/replies/msg_AAAAAAAAAAAAAAAAAAAAAA",
    "/threads/bad/replies/bad",
    ...["2", "0", "abc"].map((number) => `/threads/${thread_id}?page=${number}`),
    "/problems/nothing",
    "/refused",
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    const html = await response.text();
    expect(html, path).toMatch(/<html[^>]* lang="en"/);
    expect(html, path).toMatch(/<h1[^>]*>Page not found<\/h1>/);
    expect(html, path).toMatch(/<a [^>]*href="\/skills"[^>]*>(?:<[^>]+>)*Search skills/);
    expect(html, path).toContain("<title>Page not found · Cairn</title>");
    expect(html, path).toMatch(/<meta name="robots" content="[^"]*noindex/);
    const head = await request.fetch(path, { method: "HEAD" });
    expect([path, head.status(), head.headers()["content-type"]]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect((await request.get(path)).headers()["cache-status"], path).not.toBe("cairn; hit");
  }
});

test("an unknown thread URL works as soon as the thread exists", async ({ request }) => {
  const { thread_id } = await ask(request, hardQuestion());
  const status = async () => (await request.get(`/threads/${thread_id}`)).status();
  await hideThread(thread_id);
  expect([await status(), await status()]).toEqual([404, 404]);
  await database()`update threads set hidden_at = null, revision = revision + 1 where threads.thread_id = ${thread_id}`;
  expect(await status()).toBe(200);
});

test("each of many parallel requests for an unknown page gets it with its own nonce", async ({ request }) => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => request.get("/threads/thr_AAAAAAAAAAAAAAAAAAAAAB")),
  );
  const nonces = new Set<string>();
  for (const answer of answers) {
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(answer.headers()["content-security-policy"] ?? "") ?? [];
    nonces.add(nonce);
    const html = await answer.text();
    expect(html).toContain("Page not found</h1>");
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(answers.length);
});

test("a cursor of another list gets a readable error with a link back to the list", async ({ page }) => {
  const response = await page.goto("/skills?cursor=AAAA");
  expect(response?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This list page is no longer available");
  await page.getByRole("link", { name: "Start from the first page" }).click();
  await expect(page).toHaveURL(/\/skills$/);
});

test("every problem code has a page", { tag: "@more" }, async ({ request }) => {
  for (const code of problemCodes) expect((await request.get(`/problems/${code}`)).status(), code).toBe(200);
});

test("robots.txt allows the pages, not the API, and no page links to the search that writes", async ({
  request,
  page,
}) => {
  expect(await (await request.get("/robots.txt")).text()).toMatch(/Disallow: \/api\//);
  for (const path of ["/", "/docs", "/ask", "/skills?q=upsert"]) {
    await page.goto(path);
    await expect(page.locator('a[href*="/api/v1/search"], form[action*="/api/"]')).toHaveCount(0);
  }
});

test("a code block can be copied completely", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { path } = await starterSkill(request, "postgres-upsert");
  // The confirmation is shown for two seconds.
  await stopClock(page);
  await page.goto(path);
  await wake(page);
  const block = page.locator(".prose pre").first();
  await block.hover();
  await page.getByRole("button", { name: "Copy the code" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.textContent());
});

test("the first Tab skips to the content", { tag: "@more" }, async ({ page }) => {
  await page.goto("/threads");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});

test("a review names the technology of the checked version if it is known", { tag: "@more" }, async ({ page }) => {
  const [checked, other] = [word(), word()];
  const review = { version_checked: "16.4.6", note: "Ran it.", reviewer: "A maintainer" };
  const entries = (constraint: string) =>
    [
      { technology: checked, version_scheme: "semver", constraint: ">=16 <17" },
      { technology: other, version_scheme: "semver", constraint },
    ] as const;
  const told = await publishSkill({ review, applicability: [...entries(">=20.9")] });
  const unclear = await publishSkill({ review, applicability: [...entries(">=12")] });
  await page.goto(`/skills?technology=${checked}`);
  const card = (title: string) => page.getByRole("article").filter({ hasText: title });
  await expect(card(told.title)).toContainText(`Reviewed for ${checked} 16.4.6`);
  await expect(card(unclear.title)).toContainText("Reviewed for 16.4.6");
  await page.goto(pathOf(told));
  await expect(page.getByText("Checked against")).toContainText(`Checked against ${checked} 16.4.6 on`);
  await page.goto(pathOf(unclear));
  await expect(page.getByText("Checked against")).toContainText("Checked against 16.4.6 on");
});
