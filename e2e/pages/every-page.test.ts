import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
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

    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wider, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const axe = new AxeBuilder({ page }).setLegacyMode();
        // A colour scheme changes nothing but colours.
        if (colorScheme === "dark") axe.withRules(["color-contrast"]);
        const { violations } = await axe.analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        expect(found, `${colorScheme} at ${width} px`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  });
}
