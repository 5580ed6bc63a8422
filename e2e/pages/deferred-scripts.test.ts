import { expect, type Page, test } from "@playwright/test";
import { ask, reply, sign, starterSkill, stopClock, wake } from "@/e2e/pages/fixtures";

const waiting = (page: Page) => page.locator('script[type="text/late"]');

test("a page runs its scripts at the first interaction or after four seconds, without console errors", {
  tag: "@more",
}, async ({ page }) => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await stopClock(page);
  for (const path of ["/", "/skills?q=upsert"]) {
    await page.goto(path);
    await page.clock.runFor(1_000);
    expect(await waiting(page).count(), path).toBeGreaterThan(3);
    expect(await sign(page).count(), path).toBe(0);
    // A resting pointer also causes a movement event while the page is rendered.
    await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove", { screenX: 9, screenY: 9 })));
    expect(await waiting(page).count(), path).toBeGreaterThan(3);
    await (path === "/" ? movePointer(page) : page.clock.runFor(3_000));
    await expect(sign(page), path).toBeVisible();
    await expect(waiting(page), path).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

/** Moves it until the page takes notice: a busy browser may report two movements as one, and the first does not count. */
async function movePointer(page: Page): Promise<void> {
  for (let at = 1; (await waiting(page).count()) > 0; at += 1) await page.mouse.move(at % 100, at % 100);
}

test("pages that need scripts load them at once", { tag: "@more" }, async ({ page }) => {
  await stopClock(page);
  for (const path of ["/maintain", "/threads#msg_AAAAAAAAAAAAAAAAAAAAAA"]) {
    await page.goto(path);
    await expect(sign(page), path).toBeVisible();
  }
});

test.describe("in a browser of another language and time zone", () => {
  test.use({ locale: "ar-EG", timezoneId: "Asia/Kolkata" });

  test("hydration renders the same as the server", { tag: "@more" }, async ({ page, request }) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
    const thread = await ask(request, "upsert in postgresql 18 with on conflict and returning old and new");
    await reply(request, thread, "Worked as written on PostgreSQL 18.4.", "resolved");
    const { path } = await starterSkill(request, "nextjs-page-caching");
    for (const place of [
      "/",
      "/skills?q=upsert&technology=postgresql&version=18.4",
      path,
      "/threads",
      `/threads/${thread.thread_id}`,
    ]) {
      await page.goto(place);
      const drawn = await page.locator("time").allTextContents();
      await wake(page);
      await expect(page.locator("time"), place).toHaveText(drawn);
    }
    expect(complaints).toEqual([]);
  });
});
