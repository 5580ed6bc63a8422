import { expect, test } from "@playwright/test";
import { endpoints } from "@/lib/server/endpoints";

test("the reference lists every endpoint with its fields, limits and a request, generated from the contract", async ({
  page,
}) => {
  await page.goto("/docs/api");
  const names = Object.values(endpoints).map(({ contract }) => contract.name);
  const shown = await page.locator("article h3").allTextContents();
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  const search = page.locator("#search_post");
  await expect(search.locator("dl")).toContainText("1 to 500 characters");
  await expect(search.locator("dl")).toContainText("Plain prose: no angle brackets, no backtick.");
  await expect(search.locator("pre").first()).toContainText(/curl -s "http.*\/api\/v1\/search"[\s\S]*"q":/);
  await expect(page.locator("#submit_skill dl")).toContainText("Only with kind update.");
  await expect(page.locator("#submit_skill")).toContainText("applicability[].technology");
  await expect(page.locator("#create_reply")).toContainText("X-Service-Append-Key: $APPEND_KEY");
  await expect(page.locator("#create_reply").getByRole("link", { name: "append_key_expired" })).toHaveAttribute(
    "href",
    "/problems/append_key_expired",
  );
  await page.getByRole("navigation", { name: "Endpoints" }).getByRole("link", { name: "sync" }).click();
  await expect(page.locator("#sync")).toBeInViewport();
});
