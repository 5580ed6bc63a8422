import { type Api, expect, test } from "@/e2e/support/api";
import { database, publishSkill } from "@/e2e/support/fixtures";
import { expectWithin } from "@/e2e/support/measuring";
import { getLiveness } from "@/lib/contract/public/meta";
import { listSkills } from "@/lib/contract/public/skills";
import { RULES_VERSION } from "@/lib/text/safety/finding";

const VERSIONS = 12;
const BYTES = 32_000;
const TWO_REQUESTS_MS_MAX = [
  { what: "the median", share: 0.5, bound: 250 },
  { what: "95 of 100", share: 0.95, bound: 1_000 },
];

const LINE = "Run `npm ci` in the folder, read the log, and compare it with what the page says about errors.\n";

/** Texts of this many bytes that older rules judged. As candidates they do not change what other tests find. */
async function backlog(versions: number, bytes: number): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < versions; count += 1) {
    const markdown = `# Text ${count} ${crypto.randomUUID()}\n\n${LINE.repeat(Math.floor(bytes / LINE.length) - 2)}`;
    ids.push((await publishSkill({ markdown, select: false, rules_version: 0 })).version_id);
  }
  return ids;
}

async function due(ids: readonly string[]): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count
    from skill_versions v
    where v.version_id = any(${[...ids]}) and v.rules_version < ${RULES_VERSION}`;
  return row?.count ?? -1;
}

test("the product judges a backlog in the background", async () => {
  const ids = await backlog(2, 1_000);
  await expect.poll(() => due(ids), { message: "a worker judges the backlog" }).toBe(0);
});

test("a backlog that is judged in the background does not slow the responses", { tag: "@slow" }, async ({ api }) => {
  for (const { what, share, bound } of TWO_REQUESTS_MS_MAX)
    await expectWithin(`${what} of two requests beside the judging`, bound, async () => {
      const took = await twoRequestsBeside(api, await backlog(VERSIONS, BYTES));
      console.log(`${took.length} times two requests: ${took.at(-1)?.toFixed(0)} ms at worst`);
      return took[Math.floor(took.length * share)] ?? 0;
    });
});

/** The milliseconds of two requests, shortest first, asked until the backlog is judged. */
async function twoRequestsBeside(api: Api, ids: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  const ask = async () => {
    const began = performance.now();
    await api.ok(getLiveness);
    await api.ok(listSkills, { limit: 5 });
    took.push(performance.now() - began);
    return due(ids);
  };
  await expect.poll(ask, { message: "a worker judges the backlog", intervals: [50] }).toBe(0);
  return took.sort((a, b) => a - b);
}
