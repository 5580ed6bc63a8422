import { wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, word } from "@/e2e/support/fixtures";
import { openThreadAbout, versionRef } from "@/e2e/support/knowledge";
import { listSkills } from "@/lib/contract/public/skills";

for (const javaScriptEnabled of [false, true]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} the scripts of the page`, () => {
    test.use({ javaScriptEnabled });

    test("Back restores the fields from the URL, not unsubmitted input", { tag: "@more" }, async ({ page }) => {
      const version = page.getByLabel("Your version");
      const words = page.getByLabel("Search skills", { exact: true });
      await page.goto("/skills");
      await untilHydrated();
      const facet = page.getByRole("navigation", { name: "Filters" }).getByRole("link").first();
      const named = new URL(String(await facet.getAttribute("href")), page.url()).searchParams.get("technology") ?? "";
      expect(named).not.toBe("");
      await facet.click();
      await expect(page.getByLabel("Technology")).toHaveValue(named);
      await untilHydrated();
      await version.fill("9.6");
      await page.getByLabel("Sort").selectOption("title");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page).toHaveURL(/version=9\.6/);
      await untilHydrated();
      await page.goBack();
      await expect(page).not.toHaveURL(/version/);
      await untilHydrated();
      await expect(page.getByLabel("Technology")).toHaveValue(named);
      await expect(version).toHaveValue("");
      await expect(page.getByLabel("Sort")).toHaveValue("");
      await page.goForward();
      await expect(version).toHaveValue("9.6");
      await expect(page.getByLabel("Sort")).toHaveValue("title");

      await page.goto("/skills");
      await untilHydrated();
      await words.fill("zod");
      await words.press("Enter");
      await expect(page).toHaveURL(/q=zod/);
      await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
      await expect(page).toHaveURL(/\/skills\/skl_/);
      await page.goBack();
      await expect(words).toHaveValue("zod");
      await page.goBack();
      await expect(page).toHaveURL(/\/skills$/);
      await untilHydrated();
      await expect(words).toHaveValue("");

      async function untilHydrated(): Promise<void> {
        if (javaScriptEnabled) await wake(page);
      }
    });
  });
}

test("a page restored from the back-forward cache shows the fields of its URL", { tag: "@more" }, async ({ page }) => {
  const technology = page.getByLabel("Technology");
  for (const path of ["/skills?technology=postgresql", "/threads?technology=postgresql"]) {
    await page.goto(path);
    await wake(page);
    await technology.fill("zod");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(technology, path).toHaveValue("postgresql");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("filters are links with counts, and each one is in the URL and can be removed", async ({ page, api }) => {
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
    const facets = page.getByRole("navigation", { name: "Filters" });
    const cards = page.getByRole("article");
    await expect(page.getByRole("status")).toHaveText("3 skills");
    await expect(facets.getByRole("link", { name: /^Reviewed 1/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^Not reviewed 2/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^No reports 2/ })).toBeVisible();
    await expect(facets.locator("[aria-current]")).toContainText(technology);

    await facets.getByRole("link", { name: /^Reported 1/ }).click();
    await expect(page).toHaveURL(/reported=true/);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(tried.title);
    await expect(cards).toContainText("1 worked");
    await facets.getByRole("link", { name: /^Reviewed 0/ }).click();
    await expect(page.getByText("No matching skills")).toBeVisible();
    await page.goBack();
    await expect(cards).toHaveCount(1);
    await page.getByRole("link", { name: "with outcomes : remove this filter" }).click();
    await expect(cards).toHaveCount(3);

    await page.getByLabel("Your version").fill("2.5.0");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("status")).toHaveText("2 skills");
    await expect(cards.first()).toContainText("Fits your version");
    await cards.first().getByRole("link").click();
    await expect(page.locator("#fits")).toContainText("2.5.0 lies inside >=2 <3.");
  });

  test("a list with an invalid cursor links to its start", { tag: "@more" }, async ({ page }) => {
    for (const path of ["/skills?q=zod&cursor=cut-off", "/threads?q=zod&cursor=cut-off"]) {
      expect((await page.goto(path))?.status(), path).toBe(400);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This list page is no longer available");
      await expect(page.locator("main")).not.toContainText(/next_cursor|Try again/);
      await page.getByRole("link", { name: "Start from the first page" }).click();
      await expect(page).toHaveURL(path.replace("&cursor=cut-off", ""));
    }
  });

  test("if no version fits, the list says how many skills name the technology", { tag: "@more" }, async ({ page }) => {
    const [rare, common] = [word(), word()];
    for (const technology of [rare, common, common])
      await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=2 <3" }] });
    const results = page.getByRole("region", { name: "Results" });
    await page.goto(`/skills?technology=${rare}&version=9.0.0`);
    await expect(results).toContainText(`One skill covers ${rare}, but not 9.0.0.`);
    await page.goto(`/skills?technology=${common}&version=9.0.0`);
    await expect(results).toContainText(`2 skills cover ${common}, but none covers 9.0.0.`);
    await expect(results).not.toContainText("Try other filters");
    await results.getByRole("link", { name: "Any version" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  test("what is not understood stands above the results, here and before asking", { tag: "@more" }, async ({
    page,
  }) => {
    for (const path of ["/skills?q=cache+a+page", "/ask?q=cache+a+page"]) {
      await page.goto(`${path}&technology=netx.js&version=14`);
      await expect(page.getByText(/netx\.js.*send next\.js if you meant that/)).toBeVisible();
      await page.goto(`${path}&technology=next.js&version=14`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/was not used|were not used|was compared/)).toHaveCount(0);
    }
  });

  test("a version without a technology filters nothing, and its field says so", { tag: "@more" }, async ({ page }) => {
    await page.goto("/skills?version=3");
    const field = page.getByLabel("Your version");
    await expect(field).toHaveValue("3");
    await expect(field).toHaveAccessibleDescription(/^Add a technology/);
    await expect(page.getByRole("list", { name: "Active filters" })).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveText(/^[\d,]+ skills$/);
    await page.getByRole("link", { name: "More skills" }).click();
    await expect(page.getByRole("link", { name: "Back to the start" })).toBeVisible();
  });

  test("skills that only share words with the search are folded after all others", { tag: "@more" }, async ({
    page,
    api,
  }) => {
    const q = "zod openapi components";
    const list = async () => (await api.ok(listSkills, { q })).data.map(({ title, strength }) => ({ title, strength }));
    // Other tests publish: the page is of the same library as the list if the list is the same before and after it.
    let data = await list();
    await expect(async () => {
      const before = data;
      await page.goto(`/skills?${new URLSearchParams({ q })}`);
      data = await list();
      expect(data).toEqual(before);
    }).toPass();
    const weak = data.filter(({ strength }) => strength === "weak");
    expect(weak.length).toBeGreaterThan(0);
    const strong = data.length - weak.length;
    await expect(page.getByRole("status")).toHaveText(
      `${strong} ${strong === 1 ? "skill matches" : "skills match"} · ${weak.length} weaker ${weak.length === 1 ? "match" : "matches"}`,
    );
    await expect(page.locator("article:visible")).toHaveCount(strong);
    await page.getByText("Weaker matches (").click();
    await expect(page.locator("article:visible")).toHaveCount(data.length);
    await expect(page.locator("article:visible").nth(strong)).toContainText(weak[0]?.title ?? "no weak skill");
  });

  test("a card has a title with marked words, two lines and one line of facts", async ({ page, api }) => {
    const name = word();
    const skill = await publishSkill({
      title: `Caching ${name} in Next.js`,
      description: `${name} & <mark>pages</mark> with \`use cache\` that are kept. ${"Then some more words of it. ".repeat(12)}`,
      markdown: `# Keep it\n\nNothing of it.\n\nA \`cache\` keeps ${name}.\n`,
    });
    await becomesFindable(api, skill);
    await page.goto(`/skills?${new URLSearchParams({ q: `${name} cache nextjs` })}`);
    const card = page.getByRole("article").filter({ hasText: skill.title });
    await expect(card.locator("mark")).toHaveText(["Caching", name, "Next.js", name, "cache"]);
    await expect(card).toContainText("<mark>pages</mark>");
    await expect(card.locator("code")).toHaveText("use cache");
    await expect(card).not.toContainText("Matched in");
    // The excerpt repeats words of the title, so it is left out.
    await expect(card.locator("p")).toHaveCount(1);
    await expect(card.locator("> *")).toHaveCount(3);
    await page.evaluate(() => document.fonts.ready);
    const heights = await card
      .locator("> *")
      .evaluateAll((layers) => layers.map((layer) => Math.round(layer.getBoundingClientRect().height)));
    expect(
      heights.reduce((sum, height) => sum + height),
      String(heights),
    ).toBeLessThan(100);
  });

  test("an excerpt is shown where it adds words, and where the words were found if the title does not show it", {
    tag: "@more",
  }, async ({ page, api }) => {
    const name = word();
    const skill = await publishSkill({ markdown: `# Keep it\n\nThe \`${name}\` keeps it.\n` });
    await becomesFindable(api, skill);
    const card = page.getByRole("article").filter({ hasText: skill.title });
    // Words of a text are found once it is indexed.
    await expect(async () => {
      await page.goto(`/skills?q=${name}`);
      await expect(card).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(card.locator("code")).toHaveText(name);
    await expect(card).toContainText("Matched in text");
  });

  test("about seven results fit on a screen, without their weaker matches", { tag: "@more" }, async ({ page, api }) => {
    await page.setViewportSize({ width: 1_280, height: 900 });
    // Lists without a word of this test would show skills of other tests, with texts of any length.
    const technology = word();
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=1" }];
    for (let count = 1; count <= 8; count += 1)
      await becomesFindable(
        api,
        await publishSkill({ applicability, title: `Tame the ${technology} number ${count}` }),
      );
    for (const path of [`/skills?technology=${technology}`, `/skills?q=tame+the+${technology}`]) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      const inView = await page
        .locator("article:visible h2")
        .evaluateAll((titles) => titles.filter((title) => title.getBoundingClientRect().bottom < innerHeight).length);
      expect(inView, path).toBeGreaterThanOrEqual(7);
    }
  });

  test("a filter that does not exist is ignored, and the page says so", async ({ page }) => {
    const answer = await page.goto("/skills?technology=zod&reviewed=perhaps&sort=luck");
    expect(answer?.status()).toBe(422);
    await expect(
      page.getByText("Ignored, because there is no such filter: reviewed=perhaps, sort=luck."),
    ).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveCount(1);
    expect((await page.goto(`/skills?q=${"w".repeat(501)}`))?.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("This search is too long");
  });

  test("no facet stands without choices", async ({ page }) => {
    await page.goto("/skills?q=zzyzx&technology=zzyzx");
    await expect(page.getByText("No matching skills")).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Filters" }).getByRole("heading", { name: "Technology" }),
    ).toHaveCount(0);
  });

  test("with a version, review, outcomes and counts are those of the versions in the list", { tag: "@more" }, async ({
    page,
  }) => {
    const technology = word();
    const covers = (constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];
    const review = { version_checked: "1.5.0", note: "Ran it.", reviewer: "A maintainer" };
    const older = await publishSkill({ applicability: covers(">=1 <2"), review });
    await publishSkill({ of: older, applicability: covers(">=2 <3") });
    const other = await publishSkill({ applicability: covers(">=1") });
    const cards = page.getByRole("article");
    const facets = page.getByRole("navigation", { name: "Filters" });
    await page.goto(`/skills?technology=${technology}&version=1.5.0&reviewed=true`);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(`Reviewed for ${technology} 1.5.0`);
    await expect(cards).toContainText(older.title);
    await page.goto(`/skills?technology=${technology}&version=1.5.0&reviewed=false`);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(other.title);
    await expect(facets.getByRole("link", { name: /^Reviewed 1/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^Not reviewed 1/ })).toBeVisible();
    await page.goto(`/skills?technology=${technology}&version=2.5.0`);
    await expect(facets.getByRole("link", { name: /^Reviewed 0/ })).toBeVisible();
    await expect(facets.getByRole("link", { name: /^Not reviewed 2/ })).toBeVisible();
    await page.goto(`/skills?technology=${technology}&version=2.5.0&reviewed=true`);
    await expect(page.getByText("Try other filters.")).toBeVisible();
  });
});
