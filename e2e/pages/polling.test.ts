import { expect, test } from "@playwright/test";
import { answerHere, ask, hardQuestion, reply, stopClock, wake } from "@/e2e/pages/fixtures";

test("a reader sees another browser's outcome without a reload or a change of scroll position", {
  tag: "@more",
}, async ({ page, browser, request }) => {
  const question = hardQuestion();
  await page.goto(`/ask?q=${encodeURIComponent(question)}`);
  await page.getByRole("button", { name: "Publish the question" }).click();
  await answerHere(page);
  const reader = await (await browser.newContext()).newPage();
  await stopClock(reader);
  await reader.goto(page.url());
  await wake(reader);
  await expect(reader.getByRole("button", { name: "Publish the outcome" })).toHaveCount(0);
  const replies = reader.locator("li[id^=msg_]");
  await expect(replies).toHaveCount(1);
  const title = new RegExp(`^${question}`);
  await expect(reader).toHaveTitle(title);

  for (const [how, text] of [
    ["It worked in part", "It grows on the west side."],
    ["It worked", "On the east side, too."],
  ] as const) {
    await page.getByLabel(how, { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill(text);
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.locator("li[id^=msg_]").last()).toContainText(text);
  }

  await expect.poll(() => reader.clock.runFor(1_000).then(() => replies.count())).toBe(3);
  await expect(replies.last()).toContainText("On the east side, too.");
  await expect(reader.getByRole("main")).toContainText(/Resolved\s*3 replies/);
  await expect(reader.locator("#news[aria-live=polite]")).toContainText(/new repl/);
  await expect(reader).toHaveTitle(title);
  expect(await reader.evaluate(() => scrollY)).toBe(0);
  expect((await request.get(reader.url())).status()).toBe(200);
  await reader.context().close();
});

test("polling sends the last seen time, waits between polls, and reports failures", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const thread = await ask(request, hardQuestion());
  await reply(request, thread, "Nothing grows there.");
  await stopClock(page);
  const asked: URL[] = [];
  let works = true;
  await page.route("**/api/v1/posts/*/replies?**", async (route) => {
    asked.push(new URL(route.request().url()));
    if (works) await route.continue();
    else await route.fulfill({ status: 503, headers: { "retry-after": "30" }, json: {} });
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await wake(page);
  const pass = (ms: number) => page.clock.runFor(ms);
  // The page shows an answer with a timer, and the clock stands still: it passes a millisecond at a time until then.
  const shows = (text: string) =>
    expect.poll(() => pass(1).then(() => page.getByText(text).isVisible()), text).toBe(true);
  await expect.poll(() => asked.length).toBe(1);
  const last = await page.locator("li[id^=msg_] time").last().getAttribute("datetime");
  expect(asked[0]?.searchParams.get("since")).toBe(last);

  works = false;
  await expect.poll(() => pass(1_000).then(() => asked.length)).toBe(2);
  await shows("New replies cannot be fetched now.");
  works = true;
  await pass(25_000);
  expect(asked).toHaveLength(2);
  await expect.poll(() => pass(1_000).then(() => asked.length)).toBeGreaterThan(2);
  await shows("Live: new replies appear automatically.");
});
