import { expect, test } from "@playwright/test";
import { bringAxe, markAlike, violations } from "@/e2e/pages/axe";
import { touch } from "@/e2e/pages/cast";
import { PLACES } from "@/e2e/pages/places";

test.describe.configure({ mode: "parallel" });

for (const [name, find] of Object.entries(PLACES)) {
  test(`${name}: silent, and at 320 and 1,280 px in light and dark accessible and no wider than the window`, async ({
    page,
    request,
  }) => {
    test.setTimeout(90_000);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      // A page that is itself a refusal says so in the console.
      const isRefusal = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRefusal) complaints.push(message.text());
    });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(await find(request), { waitUntil: "load" });
    await expect(page.locator("h1")).toHaveCount(1);
    await touch(page);
    await expect(page.locator('script[type="text/late"]')).toHaveCount(0);
    await bringAxe(page);

    // Whole once; then what looks alike once for each width and scheme, for its colours where only they are others.
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await violations(page)).toEqual([]);
    await markAlike(page);
    for (const width of [1_280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wider, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
      for (const colorScheme of ["light", "dark"] as const) {
        if (width === 1_280 && colorScheme === "light") continue;
        await page.emulateMedia({ colorScheme });
        const only = colorScheme === "dark" ? ["color-contrast"] : undefined;
        const found = await violations(page, { only, except: ["[data-alike]"] });
        expect(found, `${colorScheme} at ${width} px`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  });
}

test("what cannot be read or has no name would be found", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><p style="color:#ddd">pale</p><p style="color:#ddd">too</p><button></button></main>',
  );
  await bringAxe(page);
  expect(await violations(page)).toEqual([
    expect.stringMatching(/^button-name: /),
    expect.stringMatching(/^color-contrast: .*pale.*too/),
  ]);
  await markAlike(page);
  expect(await violations(page, { only: ["color-contrast"], except: ["[data-alike]"] })).toEqual([
    expect.stringMatching(/^color-contrast: .*pale(?!.*too)/),
  ]);
  expect(await violations(page, { only: ["color-contrast"], except: ["p"] })).toEqual([]);
});
