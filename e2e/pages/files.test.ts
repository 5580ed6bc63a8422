import { bringAxe, violations } from "@/e2e/pages/axe";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");

async function skillWithFiles() {
  const name = word();
  const markdown = `# Tame the ${name}\n\nSee [the details](references/more.md#set-up) and [the web](https://example.com/).\n`;
  const files = {
    "references/more.md": `# More about ${name}\n\n## Set up\n\nBack to [the text](../SKILL.md), or [run](../scripts/run.sh).\n`,
    "scripts/run.sh": `#!/bin/sh\necho "<b>${name}</b>"\n`,
    "assets/it.png": PNG,
  };
  const skill = await publishSkill({ title: `Tame the ${name}`, markdown, files });
  return { ...skill, name, files_page: `/skills/${skill.skill_id}/versions/${skill.version_id}/files` };
}

test("the page of a skill lists its files, and a relative link in its text leads to one", async ({ page }) => {
  const { skill_id, slug, name, files_page } = await skillWithFiles();
  await page.goto(`/skills/${skill_id}/${slug}`);
  const box = page.locator("details", { hasText: "3 files beside the text" });
  await expect(box.getByRole("listitem")).toHaveText([
    "assets/",
    /^it\.png12 bytes$/,
    "references/",
    /^more\.md\d+ bytes$/,
    "scripts/",
    /^run\.sh\d+ bytes$/,
  ]);
  await page.getByRole("link", { name: "the details" }).click();
  await expect(page).toHaveURL(`${files_page}?path=references%2Fmore.md#s-set-up`);
  await expect(page.getByRole("heading", { name: "references/more.md" })).toBeVisible();
  await expect(page.getByRole("heading", { name: `More about ${name}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "more.md", exact: true })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "run", exact: true }).click();
  await expect(page.locator("pre#file")).toHaveText(`#!/bin/sh\necho "<b>${name}</b>"\n`);
  await page.getByRole("link", { name: "it.png" }).click();
  await expect(page.getByRole("link", { name: "Download" })).toHaveAttribute("href", `${files_page}/assets/it.png`);
  await page.getByRole("link", { name: "Back to the text" }).click();
  await expect(page.getByRole("link", { name: "the details" })).toBeVisible();
});

test("a path that is none is not found, and a version without files says so", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const { files_page } = await skillWithFiles();
  for (const path of ["none.md", "../SKILL.md", "references", "%00"])
    expect([path, (await request.get(`${files_page}?path=${path}`)).status()]).toEqual([path, 404]);
  const plain = await publishSkill();
  await page.goto(`/skills/${plain.skill_id}/versions/${plain.version_id}/files`);
  await expect(page.getByText("This version is a text alone.")).toBeVisible();
  await page.goto(`/skills/${plain.skill_id}/versions/${plain.version_id}`);
  await expect(page.getByText("beside the text")).toHaveCount(0);
});

for (const width of [320, 1_280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    const tag = width === 320 && colorScheme === "dark" ? [] : "@more";
    test(`the files fit ${width} px in ${colorScheme} without violations`, { tag }, async ({ page }) => {
      const { files_page } = await skillWithFiles();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ["references/more.md", "scripts/run.sh", "assets/it.png"]) {
        await page.goto(`${files_page}?path=${encodeURIComponent(path)}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([path, over <= 0]).toEqual([path, true]);
        await bringAxe(page);
        expect([path, await violations(page)]).toEqual([path, []]);
      }
    });
  }
}

test("the markdown of the page lists the files, and its links lead to them", async ({ request }) => {
  const { skill_id, slug, files_page } = await skillWithFiles();
  const text = await (await request.get(`/skills/${skill_id}/${slug}.md`)).text();
  expect(text).toMatch(
    new RegExp(`Files: .*\\[assets/it\\.png\\]\\(http[^)]*${files_page}/assets/it\\.png\\) \\(12 bytes\\)`),
  );
  expect(text).toMatch(new RegExp(`\\[the details\\]\\(http[^)]*${files_page}/references/more\\.md#set-up\\)`));
});
