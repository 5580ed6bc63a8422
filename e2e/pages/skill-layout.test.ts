import { pathOf, permalink, starterSkill, threeVersions } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, word } from "@/e2e/support/fixtures";
import { from, openThreadAbout, versionRef } from "@/e2e/support/knowledge";

/** Where the text of a skill may begin at the latest, by the width of the window. */
const TEXT_BEGINS_MAX = { 390: 1.5 * 844, 1280: 620 };

for (const [width, most] of Object.entries(TEXT_BEGINS_MAX)) {
  test(`at ${width} px the text of a skill begins within ${most} px`, { tag: "@more" }, async ({ page, request }) => {
    await page.setViewportSize({ width: Number(width), height: Number(width) < 800 ? 844 : 900 });
    for (const slug of ["nextjs-page-caching", "testing-race-conditions", "mcp-server-typescript"]) {
      await page.goto((await starterSkill(request, slug)).path);
      await page.evaluate(() => document.fonts.ready);
      const begin = async () => (await page.locator(".prose").boundingBox())?.y;
      await expect.poll(begin, slug).toBeLessThanOrEqual(most);
    }
  });
}

test("the head says fit, review, outcomes, age and licence in one line, and the install command follows in one piece", {
  tag: "@more",
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 1_280, height: 900 });
  const { path, skill_id } = await starterSkill(request, "nextjs-page-caching");
  await page.goto(path);
  const facts = page.getByRole("list", { name: "Summary" }).getByRole("listitem");
  await expect(facts).toHaveText([
    "next.js >=16 <17 · react >=19.2 <20",
    "Reviewed for next.js 16.4.6",
    /^(No outcomes yet|\d+ (worked|partly|failed).*)$/,
    /^Updated /,
    "Licence MIT",
  ]);
  const install = page.getByRole("group", { name: "Ways to install this skill" });
  const command = install.locator("pre:visible");
  await expect(command).toHaveText(`npx skills add ${new URL(page.url()).origin}/skills/${skill_id}`);
  await install.getByText("cairn", { exact: true }).click();
  await expect(command).toHaveText(`npx ${new URL(page.url()).origin}/client.tgz add ${skill_id}`);
  await install.getByText("npx skills", { exact: true }).click();
  await page.evaluate(() => document.fonts.ready);
  const lines = () => command.evaluate((box) => Math.round(box.getBoundingClientRect().height / 23));
  await expect.poll(lines).toBe(1);
  // In a narrow window it breaks between words and after slashes only.
  await page.setViewportSize({ width: 320, height: 844 });
  const broken = await command.evaluate((box) => {
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const pieces: string[] = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) pieces.push(words.currentNode.textContent ?? "");
    }
    return pieces;
  });
  expect(broken).toEqual([]);
});

test("a telephone folds the proof below the text, and unfolds it for the answer about a version", {
  tag: "@more",
}, async ({ page }) => {
  const { first, third } = await threeVersions();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pathOf(third));
  const fold = page.getByText("Compatibility, review and origin");
  const proof = page.getByText("No verification is recorded for this version.");
  await expect(proof).toBeHidden();
  await page.evaluate(() => document.fonts.ready);
  const [below, text] = [await fold.boundingBox(), await page.locator(".prose").boundingBox()];
  expect(below?.y ?? 0).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
  await fold.click();
  await expect(proof).toBeVisible();
  await page.goto(`${permalink(first)}?technology=next.js&version=14.2.3#fits`);
  await expect(page.locator("#fits")).toContainText("Compatible with next.js 14.2.3");
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.goto(pathOf(third));
  await expect(fold).toBeHidden();
  await expect(proof).toBeVisible();
});

test("outcomes are words until three reports, then a bar", { tag: "@more" }, async ({ page, api }) => {
  const technology = word();
  const skill = await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=1" }] });
  const card = page.getByRole("article").filter({ hasText: skill.title });
  for (const [place, outcome, said, bars] of [
    [1, "failed", "1 failed", 0],
    [2, "resolved", "1 worked · 1 failed", 0],
    [3, "resolved", "2 worked · 1 failed", 1],
  ] as const) {
    const thread = await openThreadAbout(api, [skill], from(place));
    await api.post(
      `/api/v1/posts/${thread.thread_id}/replies`,
      { outcome, text: "So it went.", used_versions: [versionRef(skill)] },
      { "x-service-append-key": thread.append_key },
    );
    await page.goto(`/skills?technology=${technology}`);
    await expect(card).toContainText(said);
    await expect(card.locator("svg:has(rect)"), said).toHaveCount(bars);
  }
  await page.goto(pathOf(skill));
  await expect(page.getByRole("list", { name: "Summary" })).toContainText("2 worked · 1 failed");
  await expect(page.getByRole("heading", { name: "Used in 3 threads" })).toBeVisible();
});

test("a skill leads to skills about something similar, never to itself", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const { path } = await starterSkill(request, "nextjs-page-caching");
  await page.goto(path);
  const related = page.getByRole("region", { name: "Related skills" }).getByRole("link");
  await expect(related.first()).toBeVisible();
  const paths = await related.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.length).toBeLessThanOrEqual(4);
  expect(paths).not.toContain(path);
  await related.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/skills\/skl_/);
});

test("no part of a card leaves it, with long names too, and each card says what it applies to", {
  tag: "@more",
}, async ({ page, api }) => {
  const technology = `${word()}-${"platform-".repeat(6)}${word()}`;
  const skill = await publishSkill({
    applicability: [{ technology, version_scheme: "semver", constraint: ">=1 <2" }],
    review: { version_checked: `1.2.3-${"nightly.".repeat(6)}4`, note: "Read and run.", reviewer: "A reviewer" },
  });
  await becomesFindable(api, skill);
  // Of the starter library, cards with every fact: review, match, source, applicability, link.
  for (const q of [skill.title, "cache"]) {
    await page.goto(`/skills?q=${encodeURIComponent(q)}`);
    const cards = page.locator("article");
    await expect(cards.filter({ hasText: q === "cache" ? "MCP server" : q })).toBeVisible();
    const outside = () =>
      cards.evaluateAll((all) =>
        all.flatMap((card) => {
          const { right } = card.getBoundingClientRect();
          const isCut = (part: HTMLElement): boolean => {
            const outer = part.parentElement;
            return (
              outer !== null && outer !== card && (getComputedStyle(outer).overflowX !== "visible" || isCut(outer))
            );
          };
          return [...card.querySelectorAll<HTMLElement>("div *")]
            .filter(
              (part) =>
                part.getBoundingClientRect().right > right + 1 &&
                getComputedStyle(part).position !== "absolute" &&
                !isCut(part),
            )
            .map((part) => part.textContent);
        }),
      );
    const narrowest = () =>
      cards.evaluateAll((all) =>
        Math.min(
          ...all.flatMap((card) => [...card.querySelectorAll<HTMLElement>("[title]")].map((it) => it.offsetWidth)),
        ),
      );
    for (const width of [320, 700, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(outside, `${q} at ${width} px`).toEqual([]);
      await expect.poll(narrowest, `${q} at ${width} px`).toBeGreaterThan(40);
    }
  }
});
