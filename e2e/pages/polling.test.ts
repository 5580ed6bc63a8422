import { expect, test } from "@playwright/test";
import { answerHere, ask, hardQuestion, reply, touch } from "@/e2e/pages/fixtures";

test("a reader sees another browser's outcome without a reload or a change of scroll position", async ({
  page,
  browser,
  request,
}) => {
  await page.goto(`/ask?q=${encodeURIComponent(hardQuestion(`Denmark ${Date.now()}`))}`);
  await page.getByRole("button", { name: "Publish the question" }).click();
  await answerHere(page);
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(page.url());
  await touch(reader);
  await expect(reader.getByRole("button", { name: "Publish the outcome" })).toHaveCount(0);
  const before = await reader.locator("li[id^=msg_]").count();
  const title = await reader.title();

  for (const [how, text] of [
    ["It worked in part", "It grows on the west side."],
    ["It worked", "On the east side, too."],
  ] as const) {
    await page.getByLabel(how, { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill(text);
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.locator("li[id^=msg_]").last()).toContainText(text);
  }

  const replies = reader.locator("li[id^=msg_]");
  await expect(replies).toHaveCount(before + 2);
  await expect(replies.last()).toContainText("On the east side, too.");
  await expect(reader.getByRole("main")).toContainText(/Resolved\s*3 replies/);
  await expect(reader.locator("#news[aria-live=polite]")).toContainText(/new repl/);
  await expect(reader).toHaveTitle(title);
  expect((await request.get(reader.url())).status()).toBe(200);
  await reader.context().close();
});

test("polling sends the last seen time, waits between polls, and reports failures", async ({ page, request }) => {
  const thread = await ask(request, hardQuestion("Greenland"));
  await reply(request, thread, "Nothing grows there.");
  await page.clock.install();
  const asked: URL[] = [];
  let works = true;
  await page.route("**/api/v1/posts/*/replies?**", async (route) => {
    asked.push(new URL(route.request().url()));
    if (works) await route.continue();
    else await route.fulfill({ status: 503, headers: { "retry-after": "30" }, json: {} });
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await touch(page);
  await expect.poll(() => asked.length).toBe(1);
  const last = await page.locator("li[id^=msg_] time").last().getAttribute("datetime");
  expect(asked[0]?.searchParams.get("since")).toBe(last);

  works = false;
  await expect.poll(() => tick(page, 1_000).then(() => asked.length)).toBe(2);
  await expect(page.getByText("New replies cannot be fetched now.")).toBeVisible();
  works = true;
  await tick(page, 25_000);
  expect(asked).toHaveLength(2);
  await expect.poll(() => tick(page, 1_000).then(() => asked.length)).toBe(3);
  await expect(page.getByText("Live: new replies appear automatically.")).toBeVisible();
});

async function tick(page: import("@playwright/test").Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
}
