import { expect, type Page, test } from "@playwright/test";
import { bringAxe, hideAlike, violations } from "@/e2e/pages/axe";
import { touch } from "@/e2e/pages/fixtures";
import { PLACES } from "@/e2e/pages/places";

test.describe.configure({ mode: "parallel" });

const COLOURS = "color-contrast";

/** The pages of the main path, which `npm test` checks at one width; the full matrix of all pages is `@more`. */
const KINDS = [
  "home",
  "a skill that does not fit",
  "the form that publishes a skill",
  "a thread with the library's answer and an outcome",
];
test("the pages that are checked always exist", () =>
  expect(Object.keys(PLACES)).toEqual(expect.arrayContaining(KINDS)));

for (const [name, find] of Object.entries(PLACES)) {
  if (KINDS.includes(name))
    test(`${name}: no console errors, accessible and no horizontal scrolling at 320 and 1,280 px`, async ({
      page,
      request,
    }) => {
      const complaints = await visit(page, await find(request));
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await violations(page, { not: COLOURS }), "at 320 px").toEqual([]);
      // Colours are checked once for all elements that look alike.
      await hideAlike(page);
      expect(await violations(page, { only: COLOURS }), "colours at 320 px").toEqual([]);
      expect(complaints).toEqual([]);
    });

  test(`${name}: no console errors, accessible and no horizontal scrolling at 320 and 1,280 px in light and dark`, {
    tag: "@more",
  }, async ({ page, request }) => {
    const complaints = await visit(page, await find(request));
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await violations(page), "light at 1280 px").toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await violations(page, { not: COLOURS }), "light at 320 px").toEqual([]);
    await hideAlike(page);
    expect(await violations(page, { only: COLOURS }), "colours, light at 320 px").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, { only: COLOURS }), "colours, dark at 320 px").toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await violations(page, { only: COLOURS }), "colours, dark at 1280 px").toEqual([]);
    expect(complaints).toEqual([]);
  });
}

/** Opens a page with its scripts and with axe, and checks its width. Returns what it complains about, now and later. */
async function visit(page: Page, path: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Error pages log their own status to the console.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path, { waitUntil: "load" });
  await expect(page.locator("h1")).toHaveCount(1);
  await touch(page);
  await expect(page.locator('script[type="text/late"]')).toHaveCount(0);
  await bringAxe(page);
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(wider, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
  }
  return complaints;
}

test("the check detects a button whose name differs from its label", async ({ page }) => {
  const buttons =
    '<button aria-label="Copy the link">Copy link</button><button aria-label="Copy link to it">Copy link</button>';
  await page.setContent(`<html lang="en"><title>t</title><main><h1>t</h1>${buttons}</main>`);
  await bringAxe(page);
  expect(await violations(page)).toEqual([expect.stringMatching(/^label-content-name-mismatch: (?!.*to it)/)]);
});

test("the check detects unreadable and unnamed elements", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><p style="color:#ddd">pale</p><p style="color:#ddd">too</p><button></button></main>',
  );
  await bringAxe(page);
  expect(await violations(page)).toEqual([
    expect.stringMatching(/^button-name: /),
    expect.stringMatching(/^color-contrast: .*pale.*too/),
  ]);
  await hideAlike(page);
  expect(await violations(page, { only: COLOURS })).toEqual([
    expect.stringMatching(/^color-contrast: .*pale(?!.*too)/),
  ]);
});
