import { parseArgs } from "node:util";
import { makeOutcomes, makeThreads } from "@/e2e/support/made-reports";
import { outcomeCosts, report } from "@/e2e/support/outcome-cost";
import { startEngines, throwAwayFolder } from "@/e2e/support/product";
import { madeSkill, makeScratchLibrary, publishMade, takeSettings } from "@/e2e/support/scratch-library";

const RATIO_MAX = 1.5;
const HELP = `Usage: npm run outcome-cost -- [--outcomes N] [--rounds N]

Measures how long one reported outcome takes about versions with 0, 10,000 and N earlier ones (default 1,000,000), on a
database of its own, and reports eight at once. Exit code 1 when one takes more than ${RATIO_MAX} times as long as at none.
`;
const AT_ONCE = 8;
const { values: options } = parseArgs({
  options: {
    outcomes: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "100" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) process.stdout.write(HELP);
else process.exitCode = await measure([0, 10_000, Number(options.outcomes)], Number(options.rounds));

async function measure(earlier: number[], rounds: number): Promise<number> {
  const engines = await startEngines(throwAwayFolder("outcomes"), { meilisearch: false });
  // This measurement does not need search.
  takeSettings({ MEILI_URL: undefined, MEILI_KEY: undefined, ...engines.environment });
  const scratch = await makeScratchLibrary();
  try {
    const skills = earlier.map((count) => madeSkill({ title: `After ${count}`, markdown: `# After ${count}\n` }));
    await publishMade(scratch, skills);
    for (const [place, count] of earlier.entries()) {
      const skill = skills[place];
      if (skill && count > 0) await makeOutcomes(scratch.sql, skill, count, "resolved");
    }
    const costs = await outcomeCosts(scratch.sql, skills, rounds);
    const first = costs[0] ?? Number.NaN;
    for (const [place, cost] of costs.entries())
      console.log(
        `${earlier[place]?.toLocaleString("en-GB").padStart(10)} earlier: ${cost.toFixed(2)} ms (${(cost / first).toFixed(2)} times)`,
      );
    const last = skills.at(-1);
    if (!last) throw new Error("There is no version to report about.");
    const wishes = Array.from({ length: AT_ONCE }, (_, n) => ({ network: `at once ${n}`, offered: [last.version_id] }));
    const before = performance.now();
    await Promise.all((await makeThreads(scratch.sql, wishes)).map((thread) => report(thread, [last], "resolved")));
    console.log(`${AT_ONCE} at once: all stored in ${(performance.now() - before).toFixed(0)} ms`);
    return costs.every((cost) => cost <= first * RATIO_MAX) ? 0 : 1;
  } finally {
    await scratch.drop();
    await engines.close();
  }
}
