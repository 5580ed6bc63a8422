import { expect, test } from "@playwright/test";
import { contracts } from "@/lib/server/endpoints";
import { referenceAreas } from "@/lib/server/openapi/reference";

/** Maintenance has most endpoints, and its readers know what they look for. */
const AREA_PIXELS_MAX = 15_000;
const areas = referenceAreas(contracts());

test("the reference has every endpoint once, on the page of its area, generated from the contract", {
  tag: "@more",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 900 });
  const shown: string[] = [];
  for (const { area, tag } of areas) {
    await page.goto(`/docs/api/${area}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`API: ${tag}`);
    shown.push(...(await page.locator("article h2").allTextContents()));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, area).toBeLessThanOrEqual(AREA_PIXELS_MAX);
    const tables = await page.locator("article").evaluateAll((articles) =>
      articles.map((article) => ({
        address: article.querySelector("h2")?.textContent?.split(" ")[1],
        rows: [...article.querySelectorAll("dt code")].map((name) => name.textContent),
      })),
    );
    for (const { address, rows } of tables) expect(new Set(rows).size, address).toBe(rows.length);
    const filled = tables.filter(({ rows }) => rows.length > 0).map((table) => JSON.stringify(table));
    expect(new Set(filled).size, area).toBe(filled.length);
  }
  expect(shown.toSorted()).toEqual(
    contracts()
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  );
});

test("an endpoint has its fields with their limits, a whole request, an example response and its problems", {
  tag: "@more",
}, async ({ page, baseURL }) => {
  await page.goto("/docs/api/public-search");
  await expect(page.locator("#search dl")).toContainText("1 to 500 characters");
  await expect(page.locator("#search dl")).toContainText("Plain prose: no angle brackets, no backtick.");
  await expect(page.locator("#search_post")).toContainText("It takes the same fields as search as JSON body.");
  const request = page.locator("#search_post pre").first();
  await expect(request).toContainText(`curl -s "${baseURL}/api/v1/search"`);
  await expect(request).toContainText('"q": "why does');
  await expect(page.locator("#search_post details pre")).toContainText('"append_key": "ak_');
  await page.goto("/docs/api/knowledge");
  await expect(page.locator("#submit_skill dl")).toContainText("Only with kind update.");
  await expect(page.locator("#submit_skill")).toContainText("applicability[].technology");
  await page.goto("/docs/api/threads");
  await expect(page.locator("#create_reply")).toContainText("X-Service-Append-Key: $APPEND_KEY");
  await expect(page.locator("#create_reply").getByRole("link", { name: "append_key_expired" })).toHaveAttribute(
    "href",
    "/problems/append_key_expired",
  );
  expect((await page.goto("/docs/api/nothing"))?.status()).toBe(404);
});

test("every anchor that the reference ever had leads to the endpoint's new place", { tag: "@more" }, async ({
  page,
}) => {
  await page.goto("/docs/api#create_reply");
  await expect(page.locator("#create_reply")).toBeInViewport();
  const places = await page
    .locator("li[id]")
    .evaluateAll((rows) => rows.map((row) => [row.id, row.querySelector("a")?.getAttribute("href")]));
  expect(places).toEqual(
    areas.flatMap(({ area, entries }) => entries.map(({ name }) => [name, `/docs/api/${area}#${name}`])),
  );
  await page.locator("#create_reply").getByRole("link").click();
  await expect(page).toHaveURL(/\/docs\/api\/threads#create_reply$/);
  await expect(page.locator("#create_reply h2")).toBeInViewport();
});
