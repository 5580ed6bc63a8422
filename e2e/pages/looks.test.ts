import { expect, test } from "@playwright/test";
import { starterSkill } from "@/e2e/pages/fixtures";
import { publishSkill } from "@/e2e/support/fixtures";

test("each block of a skill has the direction of its text, and code is always left to right", { tag: "@more" }, async ({
  page,
}) => {
  const arabic = "هذا نص طويل باللغة العربية.";
  const skill = await publishSkill({
    markdown: [
      "# Both ways",
      "From left to right.",
      arabic,
      `- ${arabic}\n- ${arabic}`,
      `> ${arabic}`,
      `\`npm ci\` ${arabic}`,
      `| ${arabic} | b |\n|---|---|\n| c | d |`,
      "```js\nconst x = 1;\n```",
    ].join("\n\n"),
  });
  await page.goto(`/skills/${skill.skill_id}/${skill.slug}`);
  const directions = () =>
    page.locator(".prose > *").evaluateAll((blocks) =>
      blocks.map((block) => {
        const element = block.matches(".table-scroll, .code-frame") ? (block.firstElementChild ?? block) : block;
        return `${element.tagName} ${getComputedStyle(element).direction}`;
      }),
    );
  const rtl = ["P rtl", "UL rtl", "BLOCKQUOTE rtl", "P rtl", "TABLE rtl"];
  await expect.poll(directions).toEqual([expect.stringMatching(/^H2/), "P ltr", ...rtl, "PRE ltr"]);
  await expect(page.locator(".prose p code")).toHaveCSS("direction", "ltr");
});

for (const width of [320, 1_280]) {
  test(`at ${width} px every command to copy is fully readable`, { tag: "@more" }, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 });
    const { path } = await starterSkill(request, "postgres-upsert");
    for (const place of ["/", path, "/connect"]) {
      await page.goto(place);
      const boxes = page.locator("div:has(> button) > pre");
      await expect.poll(() => boxes.count(), place).toBeGreaterThan(1);
      await page.evaluate(() => document.fonts.ready);
      const cut = await boxes.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length);
      expect(cut, place).toBe(0);
    }
  });
}

test("the navigation is visible at every width", { tag: "@more" }, async ({ page }) => {
  await page.goto("/threads");
  for (const width of [320, 360, 390, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    const nav = page.getByRole("navigation", { name: "Main" });
    for (const name of ["Skills", "Threads", "Ask", "Connect", "Docs"])
      await expect(nav.getByRole("link", { name }), `${name} at ${width} px`).toBeInViewport({ ratio: 1 });
  }
});

test.describe("forced colours", () => {
  test.use({ forcedColors: "active" });

  test("only the current view is underlined, and a warning keeps its border", { tag: "@more" }, async ({
    page,
    request,
  }) => {
    const { path } = await starterSkill(request, "zod-validate-input");
    await page.goto(path);
    const tabs = page.getByRole("navigation", { name: "Views of this skill" }).getByRole("link");
    const lines = () =>
      tabs.evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBottomWidth !== "0px"));
    await expect.poll(lines).toEqual([true, false, false, false, false, false]);
    const label = page.getByRole("term").filter({ hasText: "Uses" }).locator("+ dd span").first();
    await expect(label).toHaveCSS("border-top-style", "solid");
    await expect(label).toHaveCSS("border-top-width", "1px");
  });
});
