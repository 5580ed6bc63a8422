import { expect, test } from "@playwright/test";
import { cutTo } from "@/e2e/costs/awkward-texts";
import { caseOf, changedText, MARKDOWN_BYTES } from "@/e2e/costs/handlers";
import { LIMIT_MS, numberedCase, screenedSlowSteps, slowSteps, warmUp } from "@/e2e/costs/measure";
import { slowCases, slowNumbers } from "@/e2e/costs/slow-cases";
import { chance } from "@/e2e/samples/chance";

/** The same texts each time; `COSTS_SEED=<number>` uses others, and `npm run costs` picks them at random. */
const seed = Number(process.env.COSTS_SEED ?? 1);
const CASES = 1_000;

test(`no publishable text costs more than ${LIMIT_MS} ms of CPU time`, async () => {
  test.setTimeout(1_800_000);
  await warmUp();
  const slow: string[] = [];
  const note = async (name: string, texts: ReturnType<typeof caseOf>) => {
    for (const { step, ms } of await slowSteps(texts)) slow.push(`${name}: ${step} took ${ms} ms`);
  };
  for (const [name, text] of Object.entries(slowCases)) {
    const markdown = cutTo(text, MARKDOWN_BYTES);
    await note(name, caseOf(markdown, changedText(chance(1), markdown)));
  }
  for (const number of slowNumbers) await note(`text ${number}`, numberedCase(number).texts);
  console.log(`${CASES} texts with COSTS_SEED=${seed}`);
  for (let number = seed; number < seed + CASES; number += 1)
    for (const { step, ms } of await screenedSlowSteps(number)) slow.push(`text ${number}: ${step} took ${ms} ms`);
  expect(slow).toEqual([]);
});
