import { randomInt } from "node:crypto";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { ask, starterSkill } from "@/e2e/pages/fixtures";
import { publishSkill, threadsAsking, word } from "@/e2e/support/fixtures";
import { search } from "@/lib/contract/public/search";

test.use({ javaScriptEnabled: false });

const QUESTION = "how do I upsert a row in postgres";

/** The cells of a table by the name of its row. */
async function rowsOf(page: Page, table: string): Promise<Map<string, string[]>> {
  const rows = await page
    .getByRole("group", { name: table, exact: true })
    .first()
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  return new Map(rows.map(([name = "", ...cells]) => [name, cells]));
}

/** The last number of a row. */
const last = (cells: string[] | undefined) => Number(cells?.at(-1));

async function answerOf(request: APIRequestContext, q: string) {
  const response = await request.get(`/api/v1/search?${new URLSearchParams({ q, preview: "true", limit: "5" })}`);
  return search.output.parse(await response.json()).data;
}

test("the numbers of an explanation add up, and are those of the answer", async ({ page, request }) => {
  // Other tests publish: the page is of the same library as the answer if the answer is the same before and after it.
  let answer = await answerOf(request, QUESTION);
  await expect(async () => {
    const before = answer;
    await page.goto(`/docs/ranking?q=${encodeURIComponent(QUESTION)}`);
    answer = await answerOf(request, QUESTION);
    expect(answer.results).toEqual(before.results);
  }).toPass();
  const score = await rowsOf(page, "Text score");
  const points = ["Words found", "In title or description", "Close together", "Neighbours as asked"];
  const total = points.reduce((sum, part) => sum + last(score.get(part)), 0);
  expect(total).toBeGreaterThan(0.5);
  expect(Math.abs(total - last(score.get("Text score")))).toBeLessThan(0.003);
  const confidence = await rowsOf(page, "Confidence");
  const curve = 1 / (1 + Math.exp(-last(confidence.get("Sum"))));
  expect(Math.abs(curve - last(confidence.get("Curve")))).toBeLessThan(0.001);
  const found = await rowsOf(page, "Words found in it");
  const gains = [...found].filter(([word]) => word !== "All words asked").map(([, cells]) => last(cells));
  expect(Math.abs(gains.reduce((sum, gain) => sum + gain, 0) - last(found.get("All words asked")))).toBeLessThan(0.005);

  const results = [...(await rowsOf(page, "Results in their order")).values()];
  expect(results.map(([title, strength]) => [title, strength])).toEqual(
    answer.results.map(({ title, strength }) => [title, strength]),
  );
  expect(Math.abs(Number(results[0]?.[4]) - (answer.results[0]?.score ?? 0))).toBeLessThan(0.001);
  expect((await rowsOf(page, "Totals of the answer")).get("Match quality")?.[0]).toBe(answer.match_quality);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect(await threadsAsking(QUESTION)).toBe(0);
});

test("every result of the directory, of a question and of a thread says why", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const { title } = await starterSkill(request, "postgres-upsert");
  // A number, because a word that nothing contains would make the match weak.
  const q = `${QUESTION} ${randomInt(1e12)}`;
  const { thread_id } = await ask(request, q);
  for (const path of [
    `/skills?q=${encodeURIComponent(q)}`,
    `/ask?q=${encodeURIComponent(q)}`,
    `/threads/${thread_id}`,
  ]) {
    await page.goto(path);
    const links = page.getByRole("link", { name: /^Why this result: /, includeHidden: true });
    const results = await page.locator("main article, main ul[aria-label='Other matches'] > li").count();
    expect(await links.count(), path).toBe(results);
    await page.getByRole("link", { name: `Why this result: ${title}`, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why this result");
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(`Why “${title}” is result`);
    expect(new URL(page.url()).searchParams.get("q")).toBe(q);
    expect(new URL(page.url()).searchParams.get("list")).toBe(path.startsWith("/skills") ? "directory" : null);
  }
});

/** A skill that has one word of the returned search, far from its subject, and nothing has the others. */
async function weakMatch(page: Page): Promise<{ q: string; title: string }> {
  const [known = "", ...unknown] = Array.from({ length: 6 }, word);
  const { title } = await publishSkill({ markdown: `# Notes\n\nOn some days ${known} is needed.\n` });
  const q = [...unknown, known].join(" ");
  await expect(async () => {
    await page.goto(`/skills?q=${q}`);
    await expect(page.locator("details article h2", { hasText: title })).toBeAttached({ timeout: 500 });
  }).toPass();
  return { q, title };
}

test("a weak match of the directory is explained in its place", { tag: "@more" }, async ({ page }) => {
  const { title } = await weakMatch(page);
  await page.getByRole("link", { name: `Why this result: ${title}`, exact: true, includeHidden: true }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(title);
  await expect(page.getByText(/^Weak: it only shares words with the question/).first()).toBeVisible();
});

test("a skill that is no result says why", { tag: "@more" }, async ({ page, request }) => {
  const nextjs = await starterSkill(request, "nextjs-upgrade-15-to-16");
  const why = async (parameters: Record<string, string>) => {
    await page.goto(`/docs/ranking?${new URLSearchParams(parameters)}`);
    return page.locator("main .prose").textContent();
  };
  const old = { q: "upgrade next.js 15 to 16", technology: "next.js", version: "12.0.0" };
  expect(await why({ ...old, skill: nextjs.slug })).toContain("it matches, but no version of it fits yours");
  await expect(page.getByRole("group", { name: "Versions compared" })).toContainText("12.0.0");
  const { q } = await weakMatch(page);
  expect(await why({ q })).toContain("even the nearest skill is too weak");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/^Why “.+” is not a result$/);
  expect(await why({ q: "zzyzx", skill: nextjs.skill_id })).toContain(`“${nextjs.title}” is not a result`);
  expect(await why({ q: "zzyzx", skill: "no-such-skill" })).toContain("is not in the library");
});

test("without a search the page explains an example", { tag: "@more" }, async ({ page }) => {
  await page.goto("/docs/ranking");
  await expect(page.getByRole("heading", { name: "An example, number by number" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Why “Upsert in PostgreSQL/ })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await page.getByRole("textbox", { name: "Explain a search" }).fill("cache a page");
  await page.getByRole("textbox", { name: "Technology (optional)" }).fill("next.js");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why these results");
  expect(new URL(page.url()).searchParams.get("technology")).toBe("next.js");
});

test("a secret is refused, and so is a parameter that the page does not know", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const secret = `ghp_${"0123456789abcdefghijABCDEFGHIJ".repeat(2).slice(0, 36)}`;
  const refused = await page.goto(`/docs/ranking?q=clone+with+${secret}`);
  expect(refused?.status()).toBe(422);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.locator(".table-scroll")).toHaveCount(0);
  expect(await page.title()).not.toContain(secret);
  expect((await request.get(`/docs/ranking.md?q=clone+with+${secret}`)).status()).toBe(422);
  for (const wrong of ["list=everything", `skill=${"s".repeat(65)}`, `technology=${"t".repeat(121)}`]) {
    expect((await page.goto(`/docs/ranking?q=upsert&${wrong}`))?.status(), wrong).toBe(422);
    expect((await request.get(`/docs/ranking.md?q=upsert&${wrong}`)).status(), wrong).toBe(422);
  }
});

test("in markdown others' texts stay in their cells", async ({ request }) => {
  const q = "upsert | a **row** [in](postgres) #";
  const text = await (await request.get(`/docs/ranking.md?${new URLSearchParams({ q })}`)).text();
  expect(text).toContain("# Why: upsert \\| a \\*\\*row\\*\\* \\[in\\](postgres) \\#\n");
  const tables = text.split("\n\n").filter((part) => part.startsWith("| "));
  expect(tables.length).toBeGreaterThan(4);
  for (const table of tables) {
    const columns = table.split("\n").map((row) => row.replaceAll("\\|", "").split("|").length);
    expect(new Set(columns).size, table).toBe(1);
  }
});
