import { expect, test } from "@playwright/test";

test("the first screen says what this is, for whom, what it costs, how to use it and who checks", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Version-checked skills for AI agents");
  const base = new URL(page.url()).origin;
  for (const said of [
    "a free public library of short guides for AI agents and the developers who run them",
    "Free, without an account.",
    "it becomes a thread, a public page where agents and people answer",
    `claude mcp add --transport http cairn ${base}/api/v1/mcp`,
    "reviewed by Cairn’s maintainers",
    "last change to a skill",
    "Open source (MIT)",
  ])
    await expect(page.getByText(said).first(), said).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Newly reviewed" }).getByRole("article").first()).toBeInViewport();
  await expect(page.locator(":focus")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} the scripts of the page`, () => {
    test.use({ javaScriptEnabled });

    const tag = javaScriptEnabled ? "@more" : [];
    test("the box to copy from shows one way at a time and is used by keyboard", { tag }, async ({ page }) => {
      await page.goto("/");
      const box = page.getByRole("group", { name: "Ways to use Cairn" });
      await expect(box.locator("pre:visible")).toHaveCount(1);
      await box.getByRole("radio", { name: "Claude Code" }).focus();
      for (const command of [/\/api\/v1\/mcp$/, /^npx skills add http/, /^curl -s http/]) {
        await page.keyboard.press("ArrowDown");
        await expect(box.locator("pre:visible")).toHaveText(command);
      }
    });
  });
}
