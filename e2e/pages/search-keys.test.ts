import { expect, type Page, test } from "@playwright/test";
import { starterSkill } from "@/e2e/pages/fixtures";

const box = (page: Page) => page.getByLabel("Search skills and threads");
const typed = "zod schema";

/** Whether the default action of the last key was prevented. */
async function noteKeys(page: Page): Promise<() => Promise<boolean>> {
  const last = await page.evaluateHandle(() => {
    const seen = { prevented: false };
    addEventListener("keydown", (event) => {
      seen.prevented = event.defaultPrevented;
    });
    return seen;
  });
  return () => last.evaluate(({ prevented }) => prevented);
}

for (const key of ["/", "Control+k", "Meta+k"]) {
  test(`no letter is lost after ${key}, whichever letter the scripts load at, and the box continues with the typed text`, {
    tag: "@more",
  }, async ({ page, request }) => {
    const { path } = await starterSkill(request, "zod-validate-input");
    for (const lettersBefore of [0, 4, typed.length]) {
      let load = () => {};
      const loaded = new Promise<void>((resolve) => {
        load = resolve;
      });
      await page.route("**/_next/static/chunks/*.js", async (route) => {
        await loaded;
        await route.continue().catch(() => {});
      });
      await page.goto(path);
      await press(page, key);
      await page.keyboard.type(typed.slice(0, lettersBefore));
      load();
      await page.keyboard.type(typed.slice(lettersBefore));
      await continues(page);
    }
  });

  test(`no letter is lost after ${key}, however late the scripts load and however fast the typing is`, {
    tag: "@slow",
  }, async ({ page, request }) => {
    const { path } = await starterSkill(request, "zod-validate-input");
    for (const [scriptsTakeMs, delay] of [
      [0, 0],
      [0, 40],
      [0, 120],
      [1_500, 40],
    ] as const) {
      await page.route("**/_next/static/chunks/*.js", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, scriptsTakeMs));
        await route.continue().catch(() => {});
      });
      await page.goto(path);
      await press(page, key);
      await page.keyboard.type(typed, { delay });
      await continues(page);
    }
  });
}

/** Presses a search key: it leads to the box and does nothing else. */
async function press(page: Page, key: string): Promise<void> {
  const wasPrevented = await noteKeys(page);
  await page.keyboard.press(key);
  expect(await wasPrevented()).toBe(true);
  await expect(box(page)).toBeFocused();
}

/** The box has every letter, before its scripts run and once they do. */
async function continues(page: Page): Promise<void> {
  expect(await box(page).inputValue()).toBe(typed);
  await expect(page.getByRole("combobox", { name: "Search skills and threads" })).toBeFocused();
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await box(page).inputValue()).toBe(typed);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

test("the shortcut key is not typed into the empty box but can be typed after other text", { tag: "@more" }, async ({
  page,
}) => {
  await page.goto("/");
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("/");
  await expect(box(page)).toHaveValue("");
  await page.keyboard.type("a/b");
  await expect(box(page)).toHaveValue("a/b");
  await page.goto("/ask");
  await page.getByLabel("Your question").focus();
  await page.keyboard.type("/etc/hosts");
  await expect(page.getByLabel("Your question")).toHaveValue("/etc/hosts");
});

test("on a page without the box the shortcut opens a page with it", { tag: "@more" }, async ({ page }) => {
  await page.goto("/");
  await page.locator("search").evaluate((search) => search.remove());
  await page.keyboard.press("/");
  await expect(page).toHaveURL("/skills");
});
