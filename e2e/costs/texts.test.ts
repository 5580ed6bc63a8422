import { expect, test } from "@playwright/test";
import { cutTo } from "@/e2e/costs/awkward-texts";
import { caseOf, changedText, MARKDOWN_BYTES } from "@/e2e/costs/handlers";
import { LIMIT_MS, numberedCase, type Slow, screenedSlowSteps, slowSteps, stepMs, warmUp } from "@/e2e/costs/measure";
import { slowCases, slowNumbers } from "@/e2e/costs/slow-cases";
import { chance } from "@/e2e/samples/chance";
import { expectWithin } from "@/e2e/support/within";

/** The same texts each time; `COSTS_SEED=<number>` uses others, and `npm run costs` picks many at random. */
const seed = Number(process.env.COSTS_SEED ?? 1);
const CASES = 200;

test(`no publishable text costs more than ${LIMIT_MS} ms of CPU time`, { tag: "@slow" }, async () => {
  test.setTimeout(1_800_000);
  await warmUp();
  const slow: string[] = [];
  const note = async (name: string, texts: ReturnType<typeof caseOf>, found?: Slow[]) => {
    for (const { step } of found ?? (await slowSteps(texts)))
      await expectWithin(`${name}: ${step}`, LIMIT_MS, () => stepMs(step, texts)).catch((error: Error) =>
        slow.push(error.message),
      );
  };
  for (const [name, text] of Object.entries(slowCases)) {
    const markdown = cutTo(text, MARKDOWN_BYTES);
    await note(name, caseOf(markdown, changedText(chance(1), markdown)));
  }
  for (const number of slowNumbers) await note(`text ${number}`, numberedCase(number).texts);
  console.log(`${CASES} texts with COSTS_SEED=${seed}`);
  for (let number = seed; number < seed + CASES; number += 1)
    await note(`text ${number}`, numberedCase(number).texts, await screenedSlowSteps(number));
  expect(slow).toEqual([]);
});
