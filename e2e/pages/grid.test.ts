import { expect, type Page, test } from "@playwright/test";
import { ask, hardQuestion, starterSkill } from "@/e2e/pages/fixtures";
import { pages } from "@/lib/server/pages";

/** The left and right edges of the content columns and of the rails on this page, each once. */
const edges = (page: Page) =>
  page.evaluate(() => {
    const sides = (selector: string) => {
      const boxes = [...document.querySelectorAll(selector)].map((box) => box.getBoundingClientRect());
      return [...new Set(boxes.map(({ left, right }) => `${Math.round(left)} to ${Math.round(right)}`))];
    };
    return { content: sides(".page-grid > :first-child, .page-column"), rail: sides(".page-grid > :nth-child(2)") };
  });

test("the content and the rail have the same edges on every page", { tag: "@more" }, async ({ page, request }) => {
  await page.setViewportSize({ width: 1_280, height: 900 });
  const { path } = await starterSkill(request, "postgres-upsert");
  const { thread_id } = await ask(request, hardQuestion());
  const asked = "/ask?q=How+do+I+upsert+rows+in+PostgreSQL";
  const withRail = ["/", "/skills", "/skills?q=cache", path, asked, "/docs"];
  for (const place of [...withRail, "/threads", `/threads/${thread_id}`, "/ask", "/connect", "/status"]) {
    await page.goto(place);
    await expect.poll(async () => (await edges(page)).content, place).toEqual(["96 to 816"]);
    const { rail } = await edges(page);
    expect(rail, place).toEqual(withRail.includes(place) || rail.length > 0 ? ["864 to 1184"] : []);
  }
});

test("the rule below the header reaches both edges of the window, on short pages too", async ({ page }) => {
  for (const place of ["/nothing/here", "/docs"]) {
    await page.goto(place);
    const rule = await page.locator("body header").first().boundingBox();
    expect([rule?.x, rule?.width], place).toEqual([0, page.viewportSize()?.width]);
  }
});

test("the navigation leads to pages that exist, to the form for skills once there is one, and has room for it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(Object.keys(pages)).toContain(path);
  expect(paths.includes("/skills/publish")).toBe("/skills/publish" in pages);
  const header = page.locator("header").first();
  const overlaps = await header.evaluate((element) => {
    const boxes = [...element.querySelectorAll("a, input")].map((one) => one.getBoundingClientRect());
    return boxes.some((one, place) =>
      boxes
        .slice(place + 1)
        .some(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        ),
    );
  });
  expect(overlaps).toBe(false);
  // The first line is free beside the name, for one more link.
  const name = await header.getByRole("link", { name: "Cairn" }).boundingBox();
  const first = await links.first().boundingBox();
  expect(first?.y ?? 0).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1);
});
