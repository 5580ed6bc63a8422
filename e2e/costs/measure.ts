import { CODE_LANGUAGES, fenced } from "@/e2e/costs/awkward-code";
import { awkwardText } from "@/e2e/costs/awkward-texts";
import { type Case, caseOf, changedText, handlers, MARKDOWN_BYTES } from "@/e2e/costs/handlers";
import { processorMs } from "@/e2e/support/processor-time";
import { chance } from "@/lib/safety/samples/chance";

/** Nothing that a stranger may publish costs more of the processor, at any step that it goes through. */
export const LIMIT_MS = 250;
/** A step that was slower than the limit is measured again so often; the median counts. */
const AGAIN = 4;

export type Slow = { step: string; ms: number };

/** Texts by number: the same number gives the same text on every machine. */
export function numberedCase(seed: number): { family: string; texts: Case } {
  const random = chance(seed);
  const { family, text } = awkwardText(random, MARKDOWN_BYTES);
  return { family, texts: caseOf(text, changedText(random, text)) };
}

/** Runs every step on texts and returns those that were too slow, the median of several runs each. */
export async function slowSteps(texts: Case): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (const [step, handle] of Object.entries(handlers)) {
    const times = [await processorMs(() => handle(texts))];
    for (let again = 0; (times[0] ?? 0) > LIMIT_MS && again < AGAIN; again += 1)
      times.push(await processorMs(() => handle(texts)));
    const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    if (ms > LIMIT_MS) slow.push({ step, ms: Math.round(ms) });
  }
  return slow;
}

/** What is done once in the life of a process belongs to no text: code is compiled, grammars are loaded. */
export async function warmUp(): Promise<void> {
  const random = chance(0);
  const ordinary =
    "# How to\n\nSome *words* with `code`, a [link](https://example.org/) and\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  for (let turn = 0; turn < 20; turn += 1) {
    const markdown = `${ordinary}\n${numberedCase(turn).texts.markdown.slice(0, 2_000)}`;
    for (const handle of Object.values(handlers)) await handle(caseOf(markdown, `${markdown}\nMore words.\n`));
  }
  const render = handlers["render in the thread"];
  if (!render) throw new Error("Nothing renders.");
  for (const language of CODE_LANGUAGES) {
    const code = `~~~${language}\nconst a = call("b", 1); // c\nfunction b(c) { return [1, 'a']; }\n~~~\n`;
    const awkward = fenced(random, language, 2_000);
    for (const markdown of [code, awkward, code, code, code]) await render(caseOf(markdown, markdown));
  }
}
