import type { Locator } from "@playwright/test";
import { answer, fill, stopClock, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { addInsight, letKeyExpire, openThread, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { createReply } from "@/lib/contract/public/threads";

test("a task begins with its opening as text, and its link can be copied and works", async ({ page, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const someone = await connect(api, "Asking agent");
  const opening = `Line one of ${word()}.\n&lt;img src=x onerror=alert(1)&gt; javascript:alert(1)`;
  const { thread } = await someone.startTask({ title: `Task ${word()}`, opening });
  const reply = await someone.addInsight(thread.thread_id, `An insight, "onmouseover=alert(1)`);
  // The confirmation of a copy is shown for two seconds.
  await stopClock(page);
  await page.goto(new URL(thread.canonical_url).pathname);
  await wake(page);
  const first = page.locator(`#${thread.opening_message_id}`);
  await expect(first).toContainText("Asking agent");
  await expect(first).toContainText("&lt;img src=x");
  await expect(page.locator("main img")).toHaveCount(0);
  const item = page.locator(`#${reply.message.message_id}`);
  await item.getByRole("button", { name: "Copy link to this message" }).click();
  await expect(item.getByText("Copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/threads");
  await page.goto(link);
  await expect(page.locator("li:target")).toHaveAttribute("id", reply.message.message_id);
  await expect(item).toBeInViewport();
});

test("a thread of 2,000 replies has numbered pages, and a link to any message finds its page", {
  tag: "@more",
}, async ({ page, api }) => {
  const thread = await openThread(api);
  const ids = await fill(thread.thread_id, 2_000, 300);
  const id = (place: number) => ids[place - 1] ?? "";
  const by = await connect(api);
  await addInsight(thread.thread_id, { connection_id: by.connection_id, body: "About the second.", reply_to: id(2) });
  const path = `/threads/${thread.thread_id}`;
  const replies = page.locator("li[id^=msg_]");
  await page.goto(path);
  await expect(replies).toHaveCount(200);
  await expect(page.getByText("New replies appear on the last page.")).toBeVisible();
  await page.getByRole("link", { name: "Page 2 of 11" }).first().click();
  await expect(replies).toHaveCount(200);
  await expect(replies.first()).toContainText("Try number 201.");

  await page.goto(`${path}?page=11`);
  await expect(replies).toHaveCount(1);
  await page.getByRole("link", { name: "in reply to an earlier one" }).click();
  await expect(page).toHaveURL(`${path}#${id(2)}`);
  await expect(page.locator("li:target")).toContainText("Try number 2.");
  await page.goto("/threads");
  await page.goto(`${path}#${id(1_500)}`);
  await expect(page).toHaveURL(`${path}?page=8#${id(1_500)}`);
  await expect(page.locator("li:target")).toContainText("Try number 1500.");
  await expect(page.locator("li:target")).toBeInViewport();
  await expect(replies).toHaveCount(200);
  for (const wrong of ["12", "01"]) expect((await page.request.get(`${path}?page=${wrong}`)).status(), wrong).toBe(404);
  await page.goto(`${path}#msg_AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page).toHaveURL(path);
});

test("polling counts no replies of earlier pages, even with equal timestamps", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const thread = await openThread(api);
  await fill(thread.thread_id, 205, 205);
  await stopClock(page);
  let round = 0;
  page.on("response", async (response) => {
    if (!response.url().includes(`/posts/${thread.thread_id}/replies?`)) return;
    if (response.status() === 304 || (await response.json()).next_cursor === null) round += 1;
  });
  await page.goto(`/threads/${thread.thread_id}?page=2`);
  await wake(page);
  await expect.poll(() => round).toBe(1);
  await reportOutcome();
  await expect.poll(() => page.clock.runFor(1_000).then(() => round)).toBeGreaterThan(1);
  await expect(page.locator("li[id^=msg_]")).toHaveCount(6);
  await expect(page.locator("#news")).toContainText(/^1 new reply/);

  async function reportOutcome(): Promise<void> {
    const headers = { "x-service-append-key": thread.append_key };
    await api.ok(createReply, { post_id: thread.thread_id, outcome: "partial", text: "The newest." }, headers);
  }
});

test("the browser that asked sees how many replies its key still permits and when it expires", async ({
  page,
  api,
  context,
}) => {
  const thread = await openThread(api);
  const path = `/threads/${thread.thread_id}`;
  const url = new URL(path, api.base).href;
  await answer(page.request, thread.thread_id);
  await context.addCookies([{ name: "cairn_append_key", value: thread.append_key, url }]);
  await page.goto(path);
  const form = page.locator("#outcome");
  await expect(form).toContainText(/This browser can reply 20 more times, until \d+ \w+ \d{4} at/);
  await page.getByLabel("It did not work").check();
  await page.getByLabel("In a sentence or two").fill("It did not.");
  await page.getByRole("button", { name: "Publish the outcome" }).click();
  await expect(form).toContainText("can reply 19 more times");
  await letKeyExpire(thread.thread_id);
  await page.reload();
  await expect(form).toContainText("The key in this browser expired on");
  await expect(page.getByRole("button", { name: "Publish the outcome" })).toHaveCount(0);
});

test("polling pauses while the tab is hidden or offline, survives a restart, and loses no reply", {
  tag: "@more",
}, async ({ page, api, context }) => {
  const thread = await openThread(api);
  const by = await connect(api);
  const say = (body: string) => addInsight(thread.thread_id, { connection_id: by.connection_id, body });
  await stopClock(page);
  let asked = 0;
  let up = true;
  await page.route("**/api/v1/posts/*/replies?**", async (route) => {
    asked += 1;
    await (up ? route.continue() : route.abort("connectionrefused"));
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await wake(page);
  await expect.poll(() => asked).toBe(1);
  await look(false);
  await page.clock.runFor(60_000);
  expect(asked).toBe(1);
  await say("Said while hidden.");
  await look(true);
  const replies = page.locator("li[id^=msg_]");
  await expect(replies).toHaveCount(1);

  up = false;
  const failed = page.getByText("New replies cannot be fetched now.");
  await expect.poll(() => page.clock.runFor(1_000).then(() => failed.count())).toBe(1);
  expect(asked).toBe(3);
  await say("Said while the server restarts.");
  // After a failure it waits ten seconds.
  await page.clock.runFor(8_000);
  expect(asked).toBe(3);
  up = true;
  await expect.poll(() => page.clock.runFor(5_000).then(() => replies.count())).toBe(2);

  // The round that brought the reply has ended, and the next one is due soon.
  await expect(failed).toHaveCount(0);
  await context.setOffline(true);
  // Otherwise the next poll may fail before the page hears of it, and a failure makes the one after that late.
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  // How soon the next round is due depends on how long the last one took.
  const offline = page.getByText("You are offline.");
  await expect.poll(() => page.clock.runFor(1_000).then(() => offline.count())).toBe(1);
  await say("Said while offline.");
  await context.setOffline(false);
  await expect(replies).toHaveCount(3);

  async function look(visible: boolean): Promise<void> {
    await page.evaluate(
      (state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      },
      visible ? "visible" : "hidden",
    );
  }
});

test("an answer posted while the page asks for replies appears once", { tag: "@more" }, async ({ page, api }) => {
  const thread = await openThread(api);
  await stopClock(page);
  let asked = 0;
  let release = () => {};
  let held = Promise.resolve();
  await page.route("**/api/v1/posts/*/replies?**", async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await wake(page);
  await expect(page.getByText("0 of 8,000 characters")).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await page.getByLabel("Your answer").fill("Posted during a round.");
  await page.getByLabel("Your name").fill("Ada");
  held = new Promise((resolve) => {
    release = resolve;
  });
  const pass = () => page.clock.runFor(1_000).then(() => asked);
  await expect.poll(pass).toBe(2);
  await page.getByRole("button", { name: "Post answer" }).click();
  await expect(page.getByText("Published as Ada")).toBeVisible();
  // Overlapping rounds would have sent a request before this one.
  await page.evaluate(() => fetch("/api/health/live"));
  expect(asked).toBe(2);
  release();
  const replies = page.locator("li[id^=msg_]");
  await expect(replies).toHaveCount(1);
  // Rounds follow each other: with the fourth, the one after the answer is over.
  await expect.poll(pass).toBeGreaterThan(3);
  await expect(replies).toHaveCount(1);
});

test("a request for replies that gets no response does not end the polling", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const thread = await openThread(api);
  await stopClock(page);
  let asked = 0;
  await page.route("**/api/v1/posts/*/replies?**", async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await wake(page);
  await expect.poll(() => asked).toBe(1);
  await answer(page.request, thread.thread_id);
  await untilShown(page.locator("li[id^=msg_]"));
});

test("a reply appears as written when its rendered page gets no response", { tag: "@more" }, async ({ page, api }) => {
  const thread = await openThread(api);
  await stopClock(page);
  let asked = 0;
  await page.route("**/threads/*/replies/*", () => {
    asked += 1;
  });
  await page.goto(`/threads/${thread.thread_id}`);
  await wake(page);
  await answer(page.request, thread.thread_id);
  await expect.poll(() => page.clock.runFor(1_000).then(() => asked)).toBe(1);
  const replies = page.locator("li[id^=msg_]");
  await expect(replies).toHaveCount(0);
  await untilShown(replies);
});

/** Lets time pass until the one reply is on the page. */
async function untilShown(replies: Locator): Promise<void> {
  await expect
    .poll(() =>
      replies
        .page()
        .clock.runFor(5_000)
        .then(() => replies.count()),
    )
    .toBe(1);
}
