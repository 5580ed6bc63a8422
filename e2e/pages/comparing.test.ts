import { applyPatch } from "diff";
import { pathOf, threeVersions } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { nothing } from "@/e2e/support/knowledge";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the newest two versions are compared by default, old to new, with changed words marked and the rest folded", async ({
    page,
  }) => {
    const { first, second, third } = await threeVersions();
    await page.goto(`${pathOf(third)}/compare`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/Version 2\s*Version 3/);
    await expect(page.getByText("removed: next.js >=15 <16")).toBeVisible();
    await expect(page.getByText("added: next.js >=16 <17")).toBeVisible();
    await expect(page.locator(".diff.split del b")).toHaveText(["guide"]);
    await expect(page.locator(".diff.split ins b")).toHaveText(["booklet"]);
    const folded = page.locator(".diff details");
    await expect(folded.first()).toContainText("Line 3 of the guide.");
    await expect(folded.first().locator("pre")).toBeHidden();
    await folded.first().locator("summary").click();
    await expect(folded.first().locator("pre")).toBeVisible();

    await page.getByRole("link", { name: "Unified" }).click();
    await expect(page).toHaveURL(/view=unified/);
    await expect(page.locator(".diff.unified ins")).toHaveText(["Line 20 of the booklet.", "One more line."]);
    await page.getByLabel("From").selectOption(third.version_id);
    await page.locator("select[name=to]").selectOption(first.version_id);
    await page.getByRole("button", { name: "Compare" }).click();
    // Named new to old, shown and linked old to new.
    await expect(page).toHaveURL(new RegExp(`from=${first.version_id}&to=${third.version_id}&view=unified`));
    await page.goto(`${pathOf(third)}/compare?from=${second.version_id}&to=${second.version_id}`);
    await expect(page.getByText("Both sides are the same version.")).toBeVisible();
    const refused = await page.goto(`${pathOf(third)}/compare?from=${nothing.version_id}&to=${third.version_id}`);
    expect(refused?.status()).toBe(422);
  });
});

test("the diff is a file that patch accepts, is cacheable and needs no parameters", async ({ request }) => {
  const { second, third } = await threeVersions();
  const named = `/skills/${third.skill_id}/compare.diff?from=${third.version_id}&to=${second.version_id}`;
  const [file, newest] = [await request.get(named), await request.get(`/skills/${third.skill_id}/compare.diff`)];
  expect(file.headers()["content-type"]).toBe("text/x-diff; charset=utf-8");
  expect(applyPatch(second.markdown, await file.text())).toBe(third.markdown);
  expect(await newest.text()).toBe(await file.text());
  const again = await request.get(named, { headers: { "if-none-match": file.headers().etag ?? "" } });
  expect(again.status()).toBe(304);
  for (const query of ["?from=skv_x", `?from=${nothing.version_id}`])
    expect((await request.get(`/skills/${third.skill_id}/compare.diff${query}`)).status(), query).toBe(404);
});
