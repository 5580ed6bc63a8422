import { setTimeout as until } from "node:timers/promises";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { expectWithin, startStopwatch } from "@/e2e/support/measuring";
import { searchPost } from "@/lib/contract/public/search";

const FINDABLE_MS_MAX = 2_000;
const PER_SECOND = 20;
const PUBLISHED = 40;
/** Checking each version would cost more than writing it. */
const WATCHED_EVERY = 4;

test(
  "search finds a new version within two seconds while twenty a second are published",
  {
    tag: "@slow",
  },
  async ({ api }, info) => {
    await expectWithin("the longest wait until a new version is found", FINDABLE_MS_MAX, async () => {
      const began = Date.now();
      const waits: Array<Promise<number>> = [];
      const publishing: Array<Promise<unknown>> = [];
      for (let number = 0; number < PUBLISHED; number += 1) {
        await until(began + (number * 1_000) / PER_SECOND - Date.now());
        const [telling, other] = [word(), word()];
        const published = publishSkill({ markdown: `# Turn it\n\nHere the ${telling} turns the ${other}.\n` });
        publishing.push(published);
        if (number % WATCHED_EVERY === 0) waits.push(published.then(() => untilFound(`${telling} ${other}`)));
      }
      await Promise.all(publishing);
      const sorted = (await Promise.all(waits)).sort((a, b) => a - b);
      info.annotations.push({ type: "milliseconds until found", description: sorted.join(", ") });
      return sorted.at(-1) ?? Number.POSITIVE_INFINITY;
    });

    async function untilFound(q: string): Promise<number> {
      const spent = startStopwatch();
      const found = async () => (await api.ok(searchPost, { q, preview: true })).data.results.length;
      await expect.poll(found, { intervals: [50] }).toBe(1);
      return Math.round(spent());
    }
  },
);
