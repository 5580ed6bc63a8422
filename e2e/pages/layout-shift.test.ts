import { expect, test } from "@playwright/test";
import { ask, drawn, reply, starterSkill, wake } from "@/e2e/pages/fixtures";

declare global {
  interface Window {
    shifts: Array<{ value: number; moved: string[] }>;
  }
}

const SHIFT_MAX = 0.02;

for (const width of [390, 1_280]) {
  // Whether a font comes in time for the first text depends on the machine.
  test(`at ${width} px nothing shifts on the first load or when scripts run`, { tag: "@slow" }, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as PerformanceEntry & { value: number; sources: Array<{ node?: Node }> };
          const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
          window.shifts.push({ value, moved });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const { path } = await starterSkill(request, "zod-validate-input");
    const thread = await ask(request, "validate json body with zod 4 strict objects");
    await reply(request, thread, "Worked after I moved the check before the rate limiter.");
    for (const place of [`/threads/${thread.thread_id}`, path, "/", "/skills", "/threads", "/connect"]) {
      await page.goto(place, { waitUntil: "load" });
      await page.evaluate(() => document.fonts.ready);
      await wake(page);
      await drawn(page);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect(sum, `${place}: ${JSON.stringify(shifts)}`).toBeLessThan(SHIFT_MAX);
    }
  });
}

test("the fonts of a page are preloaded with its styles", { tag: "@more" }, async ({ page }) => {
  const html = await (await page.request.get("/")).text();
  const faces = [...html.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(([, href = ""]) => href);
  expect(faces).toHaveLength(2);
  for (const face of faces) {
    const answer = await page.request.get(face);
    expect([face, answer.status(), answer.headers()["content-type"]]).toEqual([face, 200, "font/woff2"]);
  }
});
