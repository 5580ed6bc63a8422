import type { Page } from "@playwright/test";
import { drawn, hardQuestion, sign, touch, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { listSkills } from "@/lib/contract/public/skills";

const box = (page: Page) => page.getByLabel("Search skills and threads");
const counts = (page: Page) => page.getByRole("status").filter({ hasText: /^\d+ skills?, \d threads?\.$/ });
const options = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

/** The home page, with focus in the search box; its scripts load when it gets there. */
async function home(page: Page): Promise<void> {
  await page.goto("/");
  await box(page).focus();
}

/** The page's scripts hear of it too: until then they would report a failed request. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
}

test("the home page finds skills and threads during typing, opens one by keyboard, and Back restores the search", async ({
  page,
  api,
}) => {
  // Other tests publish and ask about everything else.
  const subject = word();
  const begun = subject.slice(0, 8);
  await openThread(api, hardQuestion(subject));
  const skill = await publishSkill({ title: `Tame the ${subject}` });
  await becomesFindable(api, skill);
  // The beginnings of words follow a little later, and the panel keeps an answer for a minute.
  const offered = async () => (await api.ok(listSkills, { q: begun })).data.map(({ title }) => title);
  await expect.poll(offered).toEqual([skill.title]);
  const searches: string[] = [];
  page.on("request", (sent) => {
    if (new URL(sent.url()).pathname === "/api/v1/search") searches.push(sent.url());
  });
  await home(page);
  const keys = page.keyboard;
  await keys.type("ups");
  await expect(page.getByRole("combobox", { name: "Search skills and threads" })).toBeFocused();
  await expect(page.getByRole("group", { name: "Skills" }).getByRole("option").first()).toContainText(/upsert/i);
  await keys.press("ControlOrMeta+A");
  await keys.type(begun);
  await expect(page.getByRole("group", { name: "Skills" }).getByRole("option")).toContainText([skill.title]);
  await expect(page.getByRole("group", { name: "Threads" })).toContainText(subject);
  await expect(counts(page)).toHaveText("1 skill, 1 thread.");
  await expect(page).toHaveURL(`/?q=${begun}`);
  expect(searches).toEqual([]);

  await keys.press("ArrowDown");
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute(
    "aria-activedescendant",
    (await options(page).first().getAttribute("id")) ?? "",
  );
  await keys.press("ArrowUp");
  await keys.press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  await keys.press("ArrowDown");
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/skills\/skl_/);
  await page.goBack();
  await expect(page).toHaveURL(`/?q=${begun}`);
  await expect(box(page)).toHaveValue(begun);
  await box(page).focus();
  await expect(options(page).first()).toBeVisible();
  await box(page).press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue(begun);
  await box(page).press("Enter");
  await expect(page).toHaveURL(`/skills?q=${begun}`);
});

test("an empty result leads to asking in public, and typed text never becomes markup", { tag: "@more" }, async ({
  page,
}) => {
  await home(page);
  const attack = `"><zzyzxq onload=zzqqk()>`;
  await page.keyboard.type(attack);
  await expect(options(page).filter({ hasText: attack })).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: "No match." })).toHaveCount(1);
  await expect(page.locator("zzyzxq")).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ask\?q=/);
  await expect(page.getByLabel("Your question")).toHaveValue(attack);
});

test("a slow response to an earlier query never replaces a later one, and the form works after a failure", {
  tag: "@more",
}, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route("**/api/v1/skills?**", async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q");
    if (q === "broken") return route.fulfill({ status: 503, json: {} });
    if (q !== "react") return route.continue();
    const response = await route.fetch();
    await held;
    // The page may have aborted the early request; then it gets no response.
    await route.fulfill({ response }).catch(() => {});
    deliver();
  });
  await home(page);
  const early = page.waitForRequest(/skills\?q=react/);
  await box(page).fill("react");
  await early;
  await box(page).fill("upsert postgres");
  await expect(counts(page)).toHaveCount(1);
  const shown = await options(page).allTextContents();
  release();
  await delivered;
  await drawn(page);
  expect(await options(page).allTextContents()).toEqual(shown);
  await box(page).fill("broken");
  await expect(page.getByText("Suggestions are unavailable. Press")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Suggestions are unavailable. Press" })).toHaveCount(1);
  await box(page).press("Enter");
  await expect(page).toHaveURL("/skills?q=broken");
});

test("without a network the box says so, also to screen readers, and shows no results of an earlier query", {
  tag: "@more",
}, async ({ page, context }) => {
  await home(page);
  await page.keyboard.type("ts");
  await expect(page.getByRole("group", { name: "Skills" })).toBeVisible();
  await goOffline(page);
  await page.keyboard.type(" zod");
  await expect(page.getByRole("status").filter({ hasText: "You are offline." })).toBeVisible();
  await expect(options(page)).toHaveText([/^All matching skills/, /^Ask a question/]);
  await context.setOffline(false);
  await expect(page.getByRole("group", { name: "Skills" })).toBeVisible();
  await expect(page.getByText("You are offline.")).toHaveCount(0);
});

test("without a network and before the suggestions have loaded the box says that there are none", {
  tag: "@more",
}, async ({ page, context }) => {
  await page.goto("/threads");
  await wake(page);
  await goOffline(page);
  await box(page).focus();
  await page.keyboard.type("zod");
  await expect(page.getByRole("status").filter({ hasText: "Suggestions are unavailable" })).toBeVisible();
  await context.setOffline(false);
  await page.keyboard.type(" v");
  await expect(options(page).first()).toBeVisible();
});

test("a shortcut on any page leads to the search box, and turning it off persists in this browser", {
  tag: "@more",
}, async ({ page }) => {
  await page.goto("/threads");
  const off = sign(page);
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await expect(off).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("a/b");
  await expect(box(page)).toHaveValue("a/b");
  await page.locator("#content").focus();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await off.click();
  await page.reload();
  await touch(page);
  await expect(off).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("search").locator("input")).not.toBeFocused();
  await expect(page).toHaveURL("/threads");
});
