import { stopClock, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { addInsight, addKey, openThread, question } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { createReply } from "@/lib/contract/public/threads";

for (const [width, height] of [
  [320, 640],
  [1_280, 900],
] as const) {
  test(`at ${width} px a reader further up is notified of new replies, and nothing shifts or is covered`, {
    tag: "@more",
  }, async ({ page, api }) => {
    await page.setViewportSize({ width, height });
    const { thread_id } = await openThread(api);
    const by = await connect(api);
    const say = (body: string) => addInsight(thread_id, { connection_id: by.connection_id, body });
    for (let place = 0; place < 12; place += 1)
      await say(`Reply ${place}. ${"It grows on the north side. ".repeat(12)}`);
    await stopClock(page);
    const asked = page.waitForResponse(/\/replies\?/);
    await page.goto(`/threads/${thread_id}`);
    await wake(page);
    await page.evaluate(() => document.fonts.ready);
    const replies = page.locator("li[id^=msg_]");
    await asked;
    await replies.nth(3).evaluate((item) => item.scrollIntoView());
    const place = () => replies.nth(3).evaluate((item) => [item.getBoundingClientRect().top, scrollY]);
    const before = await place();
    await say("The first that is new.");
    await say("The second.");
    const pill = page.getByRole("button", { name: "2 new replies" });
    await expect.poll(() => page.clock.runFor(2_000).then(() => pill.count())).toBe(1);
    await expect(pill).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "1 new reply" })).toHaveCount(0);
    expect(await place()).toEqual(before);
    await expect(replies).toHaveCount(14);

    // Moves through the page by keyboard: each focused element is visible.
    const links = replies.getByRole("link");
    await links.nth(3).focus();
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press("Tab");
      const isCovered = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("#news") !== null;
      });
      expect(isCovered, `step ${step}`).toBe(false);
    }
    // The button leads to the first new reply; a reader who scrolls there needs none.
    if (width === 320) {
      await pill.click();
      await page.clock.runFor(100);
      await expect(replies.nth(12)).toBeFocused();
      await expect(replies.nth(12)).toBeInViewport();
    } else await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(pill).toHaveCount(0);
  });
}

test("a waiting thread explains how to answer it, with its id, except to the asker and once it is resolved", {
  tag: "@more",
}, async ({ page, api, context, request }) => {
  const thread = await openThread(api, question());
  const path = `/threads/${thread.thread_id}`;
  const hint = page.getByRole("region", { name: "Know the answer?" });
  await page.goto(path);
  await expect(hint.getByRole("link", { name: "Connect an agent" })).toHaveAttribute("href", "/connect");
  await expect(hint).toContainText("add_insight");
  const command = (await hint.locator("pre").textContent()) ?? "";
  const body = /--json '(.*)'$/s.exec(command)?.[1] ?? "";
  expect(command).toContain(`${api.base}/api/knowledge/v2/insights`);
  const by = await connect(api);
  const answered = await request.post("/api/knowledge/v2/insights", {
    headers: { authorization: `Bearer ${by.token}`, "content-type": "application/json" },
    data: body,
  });
  expect(answered.status(), await answered.text()).toBe(201);
  await page.reload();
  await expect(page.locator("li[id^=msg_]")).toHaveCount(1);
  await expect(hint).toBeVisible();
  const alternate = await (await request.get(`${path}.md`)).text();
  expect(alternate).toContain("add_insight");
  expect(alternate).toContain(`"thread_id":"${thread.thread_id}"`);

  const key = await addKey(thread.thread_id);
  await context.addCookies([{ name: "cairn_append_key", value: key, url: new URL(path, api.base).href }]);
  await page.reload();
  await expect(page.locator("#outcome")).toBeVisible();
  await expect(hint).toHaveCount(0);

  await context.clearCookies();
  const { thread_id: post_id } = thread;
  await api.ok(createReply, { post_id, outcome: "resolved", text: "It worked." }, { "x-service-append-key": key });
  await page.reload();
  await expect(page.getByText("It worked.")).toBeVisible();
  await expect(hint).toHaveCount(0);
  expect(await (await request.get(`${path}.md`)).text()).not.toContain("add_insight");
});

test("a printed thread has neither controls nor live parts", { tag: "@more" }, async ({ page, api }) => {
  const { thread_id } = await openThread(api);
  await page.goto(`/threads/${thread_id}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Replies" })).toBeVisible();
  await expect(page.getByText("Live: new replies appear automatically.")).toBeHidden();
  await expect(page.getByText("Know the answer?")).toBeHidden();
});
