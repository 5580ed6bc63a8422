import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { bringAxe, hideAlike, violations } from "@/e2e/pages/axe";
import { database, publishSkill } from "@/e2e/support/fixtures";
import { makeConnections } from "@/e2e/support/made-reports";

const COLOURS = "color-contrast";

test("a skill shows its outcomes, users and versions as charts, each with its table", { tag: "@more" }, async ({
  page,
}) => {
  const skill = await publishSkill();
  const other = await publishSkill({ of: skill, title: skill.title, markdown: "# Another\n" });
  const sql = database();
  await reportsOf(skill.version_id, 6);
  const holders = await makeConnections(sql, 20, 3);
  for (const [at, connection_id] of holders.entries())
    await sql`
      insert into watched_versions (connection_id, version_id, skill_id)
      values (${connection_id}, ${(at < 5 ? skill : other).version_id}, ${skill.skill_id})`;

  await page.goto(`/skills/${skill.skill_id}/${skill.slug}`);
  const figures = page.getByRole("region", { name: "Use over time" });
  await expect(figures.getByRole("img")).toHaveCount(3);
  const tableOf = async (name: string) => {
    const figure = figures.getByRole("figure", { name });
    await figure.getByText("Show as a table").click();
    return figure.getByRole("table");
  };
  await expect((await tableOf("Outcomes per week")).getByRole("row").last()).toContainText(/^\d+ \w+600$/);
  const users = await tableOf("Used by, per week");
  await expect(users.getByRole("row").last()).toContainText(/^\d+ \w+26$/);
  await expect(users.getByRole("row").nth(1)).toContainText(/not shown$/);
  const shares = await tableOf("Versions in use");
  await expect(shares.getByRole("row", { name: "Version 1" })).toContainText("25%");
  await expect(shares.getByRole("row", { name: "Version 2" })).toContainText("75%");

  await bringAxe(page);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await hideAlike(page);
  expect(await violations(page, { only: COLOURS })).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
});

test("without colours the series of a chart differ by their fill", { tag: "@more" }, async ({ page }) => {
  await page.goto("/status");
  const chart = page.getByRole("figure", { name: "Questions per week" });
  await expect(chart.getByRole("img")).toBeVisible();
  const fills = await chart.locator("li svg rect").evaluateAll((all) => all.map((each) => each.getAttribute("fill")));
  expect(new Set(fills).size).toBe(2);
  const names = await chart.getByRole("listitem").allTextContents();
  expect(names).toEqual(["Answered", "No answer yet"]);
});

test("a skill that few use shows no figures of its users", { tag: "@more" }, async ({ page }) => {
  const skill = await publishSkill();
  const sql = database();
  await reportsOf(skill.version_id, 2);
  for (const connection_id of await makeConnections(sql, 2, 3))
    await sql`
      insert into watched_versions (connection_id, version_id, skill_id)
      values (${connection_id}, ${skill.version_id}, ${skill.skill_id})`;
  await page.goto(`/skills/${skill.skill_id}/${skill.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(skill.title);
  await expect(page.getByRole("heading", { name: "Use over time" })).toHaveCount(0);
});

/** Counted reports of this week by different networks, without the threads that they came from. */
async function reportsOf(version_id: string, count: number): Promise<void> {
  await database().begin(async (sql) => {
    await sql`set local session_replication_role = 'replica'`;
    await sql`
      insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, counts)
      select 'msg_' || ${randomBytes(6).toString("hex")} || lpad(n::text, 10, '0'), ${version_id},
             'net_' || substring(encode(sha256(n::text::bytea), 'hex') for 32), current_date, 'resolved', 0.5, 0, now_ms(), true
      from generate_series(1, ${count}::int) as n`;
  });
}
