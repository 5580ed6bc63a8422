import { touch } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, word } from "@/e2e/support/fixtures";
import { versionRef } from "@/e2e/support/knowledge";
import { openThreadAbout } from "@/e2e/support/listing";
import { listSkills } from "@/lib/contract/public/skills";

for (const javaScriptEnabled of [false, true]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} the scripts of the page`, () => {
    test.use({ javaScriptEnabled });

    test("Back restores the fields from the URL, not unsubmitted input", async ({ page }) => {
      const version = page.getByLabel("Your version of it");
      const words = page.getByRole("searchbox", { name: "Search skills" });
      await page.goto("/skills");
      await untilHydrated();
      await page
        .getByRole("navigation", { name: "Narrow it down" })
        .getByRole("link", { name: /^postgresql/ })
        .click();
      await expect(page.getByLabel("Technology")).toHaveValue("postgresql");
      await untilHydrated();
      await version.fill("9.6");
      await page.getByLabel("Order").selectOption("title");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page).toHaveURL(/version=9\.6/);
      await untilHydrated();
      await page.goBack();
      await expect(page).not.toHaveURL(/version/);
      await untilHydrated();
      await expect(page.getByLabel("Technology")).toHaveValue("postgresql");
      await expect(version).toHaveValue("");
      await expect(page.getByLabel("Order")).toHaveValue("");
      await page.goForward();
      await expect(version).toHaveValue("9.6");
      await expect(page.getByLabel("Order")).toHaveValue("title");

      await page.goto("/skills");
      await untilHydrated();
      await words.fill("zod");
      await words.press("Enter");
      await expect(page).toHaveURL(/q=zod/);
      await page.getByRole("article").first().getByRole("link").click();
      await expect(page).toHaveURL(/\/skills\/skl_/);
      await page.goBack();
      await expect(words).toHaveValue("zod");
      await page.goBack();
      await expect(page).toHaveURL(/\/skills$/);
      await untilHydrated();
      await expect(words).toHaveValue("");

      async function untilHydrated(): Promise<void> {
        if (!javaScriptEnabled) return;
        await touch(page);
        await expect(page.getByRole("button", { name: /^Search keys/ })).toBeVisible();
      }
    });
  });
}

test("a page restored from the back-forward cache shows the fields of its URL", async ({ page }) => {
  const technology = page.getByLabel("Technology");
  for (const path of ["/skills?technology=postgresql", "/threads?technology=postgresql"]) {
    await page.goto(path);
    await touch(page);
    await expect(page.getByRole("button", { name: /^Search keys/ })).toBeVisible();
    await technology.fill("zod");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(technology, path).toHaveValue("postgresql");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("filters are links with counts, and each one is in the URL and can be removed", async ({ page, api }) => {
    test.setTimeout(60_000);
    const technology = word();
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=2 <3" }];
    const review = { version_checked: "2.1.0", note: "Ran it.", reviewer: "A maintainer" };
    const tried = await publishSkill({ applicability });
    await publishSkill({ applicability, review });
    await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=9" }] });
    const thread = await openThreadAbout(api, [tried]);
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

  test("a list with an invalid cursor links to its start", async ({ page }) => {
    for (const path of ["/skills?q=zod&cursor=cut-off", "/threads?q=zod&cursor=cut-off"]) {
      expect((await page.goto(path))?.status(), path).toBe(400);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("The list cannot go on from here");
      await expect(page.locator("main")).not.toContainText(/next_cursor|Try again/);
      await page.getByRole("link", { name: "Start from the first page" }).click();
      await expect(page).toHaveURL(path.replace("&cursor=cut-off", ""));
    }
  });

  test("if no version fits, the list says how many skills name the technology", async ({ page }) => {
    const [rare, common] = [word(), word()];
    for (const technology of [rare, common, common])
      await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=2 <3" }] });
    const results = page.getByRole("region", { name: "Results" });
    await page.goto(`/skills?technology=${rare}&version=9.0.0`);
    await expect(results).toContainText(`One skill names ${rare}, and it does not fit 9.0.0.`);
    await page.goto(`/skills?technology=${common}&version=9.0.0`);
    await expect(results).toContainText(`2 skills name ${common}, and none of them fits 9.0.0.`);
    await expect(results).not.toContainText("Other filters may find something");
    await results.getByRole("link", { name: "Any version" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("what is not understood stands above the results, here and before asking", async ({ page }) => {
    for (const path of ["/skills?q=cache+a+page", "/ask?q=cache+a+page"]) {
      await page.goto(`${path}&technology=netx.js&version=14`);
      await expect(page.getByText(/netx\.js.*send next\.js if you meant that/)).toBeVisible();
      await page.goto(`${path}&technology=next.js&version=14`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/was not used|were not used|was compared/)).toHaveCount(0);
    }
  });

  test("a version without a technology filters nothing, and its field says so", async ({ page }) => {
    await page.goto("/skills?version=3");
    const field = page.getByLabel("Your version of it");
    await expect(field).toHaveValue("3");
    await expect(field).toHaveAccessibleDescription(/^Name a technology too/);
    await expect(page.getByRole("list", { name: "Chosen filters" })).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveText(/^\d+ skills$/);
    await page.getByRole("link", { name: "More skills" }).click();
    await expect(page.getByRole("link", { name: "Back to the start" })).toBeVisible();
  });

  test("skills that only share words with the search stand under a line that says so, after all others", async ({
    page,
    api,
  }) => {
    const q = "zod openapi components";
    await page.goto(`/skills?${new URLSearchParams({ q })}`);
    const line = page.getByText("Shares words only", { exact: true });
    await expect(line).toHaveCount(1);
    const { data } = await api.ok(listSkills, { q });
    const firstWeak = data.find(({ strength }) => strength === "weak");
    await expect(page.getByRole("listitem").filter({ has: line })).toContainText(firstWeak?.title ?? "no weak skill");
  });

  test("matched words are marked in title, description and excerpt", async ({ page, api }) => {
    const name = word();
    const skill = await publishSkill({
      title: `Caching ${name} in Next.js`,
      description: `${name} & <mark>pages</mark> that are cached.`,
      markdown: `# Keep it\n\nNothing of it.\n\nA \`cache\` keeps ${name}.\n`,
    });
    await becomesFindable(api, skill);
    await page.goto(`/skills?${new URLSearchParams({ q: `${name} cache nextjs` })}`);
    const card = page.getByRole("article").filter({ hasText: skill.title });
    expect(await card.locator("h2 mark").allTextContents()).toEqual(["Caching", name, "Next.js"]);
    expect(await card.locator("p").nth(0).locator("mark").allTextContents()).toEqual([name, "cached"]);
    expect(await card.locator("p").nth(1).locator("mark").allTextContents()).toEqual(["cache", name]);
    await expect(card).toContainText("<mark>pages</mark>");
  });
});
