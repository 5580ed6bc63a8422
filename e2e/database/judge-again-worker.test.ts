import { expect, test } from "@/e2e/support/api";
import { database, publishSkill } from "@/e2e/support/fixtures";
import { getLiveness } from "@/lib/contract/public/health";
import { listSkills } from "@/lib/contract/public/skills";
import { RULES_VERSION } from "@/lib/text/safety/rules-version";

const VERSIONS = 12;
const BYTES = 32_000;

test("the product judges a backlog in the background without slowing its responses", async ({ api }) => {
  const line = "Run `npm ci` in the folder, read the log, and compare it with what the page says about errors.\n";
  const ids: string[] = [];
  for (let count = 0; count < VERSIONS; count += 1) {
    const markdown = `# Text ${count} ${crypto.randomUUID()}\n\n${line.repeat(Math.floor(BYTES / line.length) - 2)}`;
    // As candidates they do not change the search results of other tests.
    ids.push((await publishSkill({ markdown, select: false, rules_version: 0 })).version_id);
  }
  const due = async () => {
    const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from skill_versions v
      where v.version_id = any(${ids}) and v.rules_version < ${RULES_VERSION}`;
    return row?.count ?? -1;
  };
  const took: number[] = [];
  await expect
    .poll(
      async () => {
        const began = performance.now();
        await api.ok(getLiveness);
        await api.ok(listSkills, { limit: 5 });
        took.push(performance.now() - began);
        return due();
      },
      { message: "a worker judges the backlog", timeout: 60_000, intervals: [50] },
    )
    .toBe(0);
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  const [median, late, worst] = [at(0.5), at(0.95), took.at(-1) ?? 0];
  console.log(
    `${VERSIONS} texts of ${BYTES} bytes: two requests took ${median.toFixed(0)} ms, ${worst.toFixed(0)} at worst`,
  );
  expect(median).toBeLessThan(250);
  expect(late).toBeLessThan(1_000);
});
