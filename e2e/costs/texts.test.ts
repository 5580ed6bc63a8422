import { expect, test } from "@playwright/test";
import { cutTo } from "@/e2e/costs/awkward-texts";
import { caseOf, changedText, MARKDOWN_BYTES } from "@/e2e/costs/handlers";
import { LIMIT_MS, numberedCase, type Slow, screenedSlowSteps, slowSteps, stepMs, warmUp } from "@/e2e/costs/measure";
import { chance } from "@/e2e/samples/chance";
import { expectWithin } from "@/e2e/support/processor-time";

/** The same texts each time; `COSTS_SEED=<number>` uses others, and `npm run costs` picks many at random. */
const seed = Number(process.env.COSTS_SEED ?? 1);
const CASES = 200;

const full = (piece: string) => piece.repeat(Math.ceil(MARKDOWN_BYTES / Buffer.byteLength(piece)));
const code = (language: string, line: string, lines: number) => `~~~${language}\n${`${line}\n`.repeat(lines)}~~~\n`;

/** Texts that were once too slow in some step, by cause. They are kept. */
const slowCases: Record<string, string> = {
  "rows of a narrow table": `a|b\n-|-\n${full("a|b\n")}`,
  "rows of a table of one column": `|a|\n|-|\n${full("|a\n")}`,
  "many small tables": full("a|a|a\n---|---|---\n|a\n\n"),
  "tables of ten columns in quotes": full(`> ${"|a".repeat(10)}\n> ${"|-".repeat(10)}\n> a\n\n`),
  "heads of tables without a row of dashes": full("  a|b\n"),
  "ten thousand paragraphs": full("a\n\n"),
  "paragraphs of one bar": full("|\n\n"),
  "short paragraphs with short quotes": full("|a\n\nbase64 -d \n> |a\n\n"),
  "short lines of combining characters": full("漢\u0301\n"),
  "nothing but line ends": full("\n"),
  "openings of images": full("![").slice(0, 4_000),
  "emphasis that never closes": full("_a ").slice(0, 4_000),
  "an opening of emphasis, then another": full("*a **b ").slice(0, 4_000),
  "declarations that never close": full("Bearer <![CDATA[\n  "),
  "short definitions and references": full("[a]\n\n[a]: http://a.b/\n"),
  "long definitions": Array.from({ length: 60 }, (_, n) => `[${"a ".repeat(300)}${n}]: b\n`).join(""),
  "words behind an open bracket": `a [${full("a ")}`,
  "beginnings of schemes behind an open bracket": `a [${full("h1")}`,
  "long references, then letters under marks": `${`[a][${"a ".repeat(300)}]\n`.repeat(20)}[a][${full("1\u064B")}`,
  "rows of bars, then long words": `${"|".repeat(8_000)}\n${full("a1 ")}`,
  "cells of escaped bars": full(`${"|\\|".repeat(10)}\n`),
  "nothing but escapes": `- ${full("\\\\")}`,
  "a word without an end, made of addresses": `|${full("www.")}`,
  "a word without an end, made of schemes": full("mailto:"),
  "letters under a thousand marks": full(`a${"\u0E31".repeat(1_000)}`),
  "letters of Hebrew under three marks": full("\u05D0\u0301\u0301\u0301"),
  "a ligature that folds to a sentence": `> '${full("\uFDFA'")}`,
  "expressions inside expressions of Ruby": code("ruby", "#{/a".repeat(10), 40),
  "calls without an end in SQL": code("sql", "'acreate table a(".repeat(50), 10),
  "comparisons without an end in TypeScript": code("typescript", ")<  ".repeat(220), 10),
  "raw strings without an end in C++": code("cpp", 'auto R"(operator'.repeat(56), 10),
  "templates without an end in C++": code("cpp", "template<[&](,".repeat(60), 10),
  "a generic without an end in C#": code("csharp", "<a ".repeat(60).trim(), 1),
  "forty links with a title in each paragraph": full(`${'[a](b "c") '.repeat(40)}\n\n`).slice(0, 10_900),
  "one line that says what was asked all the time": `|${full("%41")}`,
  "lines that come again in another order": full("\u{E0041}https://\u0301\n  "),
  "comparisons with a password without an end": code("js", 'if (password === "a'.repeat(80), 20),
  "a row of underscores in Terraform": code("terraform", "_a".repeat(495), 9),
};

/**
 * Numbers of generated texts that were once too slow. Their content changes with the generator; the texts above do not.
 */
const slowNumbers = [
  5, 17, 20, 23, 33, 60, 86, 142, 193, 831, 1_000, 1_017, 1_033, 1_041, 1_043, 1_123, 1_153, 1_202, 1_228, 1_241, 1_261,
  2_118, 2_685, 700_000_061,
];

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
