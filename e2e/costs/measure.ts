import { CODE_LANGUAGES, fenced } from "@/e2e/costs/awkward-code";
import { awkwardText } from "@/e2e/costs/awkward-texts";
import { type Case, caseOf, changedText, handlers, MARKDOWN_BYTES } from "@/e2e/costs/handlers";
import { chance } from "@/e2e/samples/chance";
import { leastProcessorMs } from "@/e2e/support/processor-time";

/** Finds publishable texts that cost too much CPU time in any processing step. */
export const LIMIT_MS = 250;
/** A new text is first measured at this size: superlinear growth already shows there. */
const SCREEN_BYTES = MARKDOWN_BYTES / 4;
/**
 * A step with quadratic time takes 16 times as long at full size, and a linear one four times: a step within this bound
 * at a quarter is within the limit at full size.
 */
const SCREEN_MS = LIMIT_MS / 16;
/** One more run of a quarter costs less than the full-size runs that a disturbed run would cause. */
const SCREEN_RUNS = 3;
/** Each parses the same as the step named beside it, with less work: if that step is fast, so is this. */
const COVERED: Record<string, string> = { "find what a page does not show": "render in the thread" };

export type Slow = { step: string; ms: number };

/** Texts by number: the same number gives the same text on every machine. A smaller one consists of the same pieces. */
export function numberedCase(seed: number, bytes = MARKDOWN_BYTES): { family: string; texts: Case } {
  const { family, text } = awkwardText(chance(seed), bytes);
  return { family, texts: caseOf(text, changedText(chance(seed + 1), text)) };
}

/** Runs every step, or the named ones, on texts and returns those that cost more than the limit. */
export async function slowSteps(texts: Case, steps: readonly string[] = Object.keys(handlers)): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (const step of steps) {
    const ms = await stepMs(step, texts);
    if (ms > LIMIT_MS) slow.push({ step, ms: Math.round(ms) });
  }
  return slow;
}

/** CPU milliseconds of a step on texts. */
export function stepMs(step: string, texts: Case): Promise<number> {
  return leastProcessorMs(LIMIT_MS, () => handlers[step]?.(texts));
}

/** The slow steps of a numbered text. Steps that are fast for a quarter of it are assumed to be fast for all of it. */
export async function screenedSlowSteps(seed: number): Promise<Slow[]> {
  const suspects = await suspectSteps(numberedCase(seed, SCREEN_BYTES).texts);
  return suspects.length === 0 ? [] : slowSteps(numberedCase(seed).texts, suspects);
}

/** The steps that are slow for texts of a quarter of the size. */
async function suspectSteps(texts: Case): Promise<string[]> {
  const suspects: string[] = [];
  for (const step of Object.keys(handlers)) {
    const covering = COVERED[step];
    if (covering !== undefined) {
      if (suspects.includes(covering)) suspects.push(step);
      continue;
    }
    const ms = await leastProcessorMs(SCREEN_MS, () => handlers[step]?.(texts), SCREEN_RUNS);
    if (ms > SCREEN_MS) suspects.push(step);
  }
  return suspects;
}

/** One-time work of a process is not counted: code compilation, grammar loading. */
export async function warmUp(): Promise<void> {
  const random = chance(0);
  const ordinary =
    "# How to\n\nSome *words* with `code`, a [link](https://example.org/) and\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  for (let turn = 0; turn < 5; turn += 1) {
    const markdown = `${ordinary}\n${numberedCase(turn).texts.markdown.slice(0, 2_000)}`;
    for (const handle of Object.values(handlers)) await handle(caseOf(markdown, `${markdown}\nMore words.\n`));
  }
  const render = handlers["render in the thread"];
  if (!render) throw new Error("Nothing renders.");
  for (const language of CODE_LANGUAGES) {
    const code = `~~~${language}\nconst a = call("b", 1); // c\nfunction b(c) { return [1, 'a']; }\n~~~\n`;
    const awkward = fenced(random, language, 500);
    for (const markdown of [code, awkward, code]) await render(caseOf(markdown, markdown));
  }
}
