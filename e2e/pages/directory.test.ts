import { expect, test } from "@/e2e/support/api";
import { openThread, publishSkill, word } from "@/e2e/support/cast";
import { versionRef } from "@/e2e/support/knowledge";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the directory is narrowed by links that say how many are behind them; each choice is in the address and can be taken back", async ({
    page,
    api,
  }) => {
    test.setTimeout(60_000);
    const technology = word();
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=2 <3" }];
    const review = { version_checked: "2.1.0", note: "Ran it.", reviewer: "A maintainer" };
    const tried = await publishSkill({ applicability });
    await publishSkill({ applicability, review });
    await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=9" }] });
    const thread = await openThread(api);
    await api.post(
      `/api/v1/posts/${thread.thread_id}/replies`,
      { outcome: "resolved", text: "It worked.", used_versions: [versionRef(tried)] },
      { "x-service-append-key": thread.append_key },
    );

    await page.goto("/skills");
    await page.getByLabel("Technology").fill(technology.toUpperCase());
    await page.getByRole("button", { name: "Apply" }).click();
    const facets = page.getByRole("navigation", { name: "Narrow it down" });
    const cards = page.getByRole("article");
    await expect(page.getByRole("status")).toHaveText("3 skills");
    await expect(facets.getByRole("link", { name: /^Reviewed 1/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^Not reviewed 2/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^None yet 2/ })).toBeVisible();
    await expect(facets.locator("[aria-current]")).toContainText(technology);

    await facets.getByRole("link", { name: /^Reported 1/ }).click();
    await expect(page).toHaveURL(/reported=true/);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(tried.title);
    await expect(cards).toContainText("1 resolved");
    await facets.getByRole("link", { name: /^Reviewed 0/ }).click();
    await expect(page.getByText("No skill fits this")).toBeVisible();
    await page.goBack();
    await expect(cards).toHaveCount(1);
    await page.getByRole("link", { name: "with outcomes : remove this filter" }).click();
    await expect(cards).toHaveCount(3);

    await page.getByLabel("Your version of it").fill("2.5.0");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("status")).toHaveText("2 skills");
    await expect(cards.first()).toContainText("Fits your version");
    await cards.first().getByRole("link").click();
    await expect(page.locator("#fits")).toContainText("2.5.0 lies inside >=2 <3.");
  });
});
