import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { awkwardText, CODE_LANGUAGES, cutTo, fenced } from "@/e2e/costs/awkward-texts";
import { type Chance, chance } from "@/e2e/samples/chance";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { oneLine, presentTranscript } from "@/lib/domain/present/messages";
import { slugFrom } from "@/lib/domain/publishing/publish-version";
import { type Analysis, analyseVersion, plainText } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { excerptOf, matchedWords, searchedText } from "@/lib/search/rank/excerpt";
import { scoreText } from "@/lib/search/rank/rank";
import { makeStatistics } from "@/lib/search/rank/statistics";
import { alternateOf, link } from "@/lib/server/formats/alternates/markdown";
import { element, xmlDocument } from "@/lib/server/formats/document";
import { shortened } from "@/lib/server/mcp/call-tool";
import { diffRows } from "@/lib/text/diff/diff-rows";
import { unifiedDiff } from "@/lib/text/diff/unified-diff";
import { findUnseen } from "@/lib/text/markdown/find-unseen";
import { here } from "@/lib/text/markdown/render";
import { renderAside } from "@/lib/text/markdown/render-aside";
import { judgeSkill } from "@/lib/text/safety/judge-skill";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

/** The largest text that the contract accepts. */
const MARKDOWN_BYTES = 32_768;
/** A publishable text that costs more in any processing step is too slow. */
const LIMIT_MS = 250;
/** A new text is first measured at this size: superlinear growth already shows there. */
const SCREEN_BYTES = MARKDOWN_BYTES / 4;
/**
 * A step with quadratic time takes 16 times as long at full size, and a linear one four times: a step within this bound
 * at a quarter is within the limit at full size.
 */
const SCREEN_MS = LIMIT_MS / 16;
/** One more run of a quarter costs less than the full-size runs that a disturbed run would cause. */
const SCREEN_RUNS = 3;

/** The same texts each time; `COSTS_SEED=<number>` uses others, and `npm run costs` many at random, none of them screened. */
const { COSTS_CASES, COSTS_SEED = COSTS_CASES ? randomInt(2 ** 30) : 1 } = process.env;
const [cases, seed] = [Number(COSTS_CASES ?? 200), Number(COSTS_SEED)];

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
  test.setTimeout(1_800_000 + cases * 10_000);
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
  console.log(`${cases} texts with COSTS_SEED=${seed}`);
  for (let number = seed; number < seed + cases; number += 1)
    await note(`text ${number}`, numberedCase(number).texts, COSTS_CASES ? undefined : await screenedSlowSteps(number));
  expect(slow).toEqual([]);
});

/** Each parses the same as the step named beside it, with less work: if that step is fast, so is this. */
const COVERED: Record<string, string> = { "find what a page does not show": "render in the thread" };

type Slow = { step: string; ms: number };

/** Texts by number: the same number gives the same text on every machine. A smaller one consists of the same pieces. */
function numberedCase(seed: number, bytes = MARKDOWN_BYTES): { family: string; texts: Case } {
  const { family, text } = awkwardText(chance(seed), bytes);
  return { family, texts: caseOf(text, changedText(chance(seed + 1), text)) };
}

/** Runs every step, or the named ones, on texts and returns those that cost more than the limit. */
async function slowSteps(texts: Case, steps = Object.keys(handlers)): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (const step of steps) {
    const ms = await stepMs(step, texts);
    if (ms > LIMIT_MS) slow.push({ step, ms: Math.round(ms) });
  }
  return slow;
}

/** CPU milliseconds of a step on texts. */
function stepMs(step: string, texts: Case): Promise<number> {
  return leastProcessorMs(LIMIT_MS, () => handlers[step]?.(texts));
}

/** The slow steps of a numbered text. Steps that are fast for a quarter of it are assumed to be fast for all of it. */
async function screenedSlowSteps(seed: number): Promise<Slow[]> {
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
async function warmUp(): Promise<void> {
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

/** The largest texts that the contract accepts, all made of one awkward text. */
type Case = {
  /** 32,768 bytes. */
  markdown: string;
  /** The text that `markdown` is compared with. */
  other: string;
  /** 8,000, 1,000, 500 and 120 characters of plain prose. */
  insight: string;
  report: string;
  query: string;
  title: string;
  /** 500 characters, and 4,000, of any kind. */
  description: string;
  basis: string;
};

const first = (text: string, characters: number) => [...text.slice(0, 2 * characters)].slice(0, characters).join("");

function caseOf(markdown: string, other: string): Case {
  const prose = markdown.replaceAll(/[<>`]/g, "") || "a";
  return {
    markdown,
    other,
    insight: first(prose, 8_000),
    report: first(prose, 1_000),
    query: first(prose, 500),
    title: first(prose, 120),
    description: first(markdown, 500),
    basis: first(markdown, 4_000),
  };
}

/** A text to compare with: the same in another order, with other line endings, or with every nth line changed. */
function changedText(chance: Chance, text: string): string {
  const lines = text.split("\n");
  const every = 2 + chance.number(5);
  const changes: Array<(text: string) => string> = [
    () => lines.toReversed().join("\n"),
    () => lines.map((line, n) => (n % every === 0 ? `${line}!` : line)).join("\n"),
    () => lines.map((line) => line.split(" ").toReversed().join(" ")).join("\n"),
    () => lines.map((line, n) => (n % every === 0 ? `${line}\n${line}` : line)).join("\n"),
    () => `${lines.slice(lines.length / 2).join("\n")}\n${lines.slice(0, lines.length / 2).join("\n")}`,
    () => text.replaceAll("a", "b"),
    () => text.split(" ").join("\n"),
    () => text.replaceAll("\n", " "),
    () => [...text].map((character, n) => (n % (3 * every) === 0 ? "\n" : character)).join(""),
  ];
  return cutTo(chance.pick(changes as [(text: string) => string])(text), MARKDOWN_BYTES);
}

/** CPU time is measured, so a busy machine must not end the thread: each new one would load its grammars again. */
const PATIENT = { documentMs: 60_000, clockMs: 600_000, idleMs: 300_000 };
const aside = renderAside(`${process.cwd()}/lib/text/markdown/render-thread.mjs`, here, PATIENT);
let analysed: { of: string; analysis: Analysis } | undefined;

/** The terms of a text as the library's own terms: every query word then has all its variants. */
function statisticsOf({ markdown }: Case) {
  const analysis = analysisOf(markdown);
  return makeStatistics({
    documents: 1_000,
    means: [8, 40, 20, 600],
    terms: new Map(analysis.terms.map((term, n) => [term, 1 + (n % 30)])),
  });
}

function analysisOf(markdown: string): Analysis {
  if (analysed?.of !== markdown)
    analysed = {
      of: markdown,
      analysis: analyseVersion({
        slug: "a",
        title: "a",
        description: "a",
        markdown,
        questions: [],
        lent_question: null,
        technologies: [],
      }),
    };
  return analysed.analysis;
}

const ids = { skill_id: "skl_AAAAAAAAAAAAAAAAAAAAAA", version_id: "skv_AAAAAAAAAAAAAAAAAAAAAA" };

/**
 * The processing steps of untrusted texts, in order. Each is a complete step: the functions it calls are not measured
 * again.
 */
const handlers: Record<string, (texts: Case) => unknown> = {
  "judge a skill": ({ title, description, markdown }) => judgeSkill({ title, description, markdown }),
  "judge a public text": ({ insight }) => judgePublicText(insight),
  "render in the thread": ({ markdown, title }) => aside.render(markdown, { title }),
  "find what a page does not show": ({ markdown }) => findUnseen(markdown),
  "plain text": ({ markdown }) => plainText(markdown),
  "analyse for search": ({ title, description, markdown }) =>
    analyseVersion({
      slug: "a",
      title,
      description,
      markdown,
      questions: [],
      lent_question: null,
      technologies: [title],
    }),
  "understand a query, score, excerpt and matched words": (texts) => {
    const statistics = statisticsOf(texts);
    const { version } = analysisOf(texts.markdown);
    const words = queryWords(texts.query, statistics, { prefix: true });
    scoreText(words, version, statistics);
    const excerpt = excerptOf(searchedText(texts.markdown), words.words);
    return matchedWords([texts.title, texts.description, excerpt ?? ""], words.words);
  },
  "unified diff": ({ markdown, other }) =>
    unifiedDiff({ name: "a", at: "b", text: markdown }, { name: "c", at: "d", text: other }),
  "comparison side by side": ({ markdown, other }) => diffRows(markdown, other),
  "comparison of the fields": ({ basis, description, other }) => [
    diffRows(basis, first(other, 4_000)),
    diffRows(description, first(other, 500)),
  ],
  "transcript of a thread": ({ insight, title, description }) =>
    presentTranscript([
      {
        message_id: "msg_AAAAAAAAAAAAAAAAAAAAAA",
        thread_id: "thr_AAAAAAAAAAAAAAAAAAAAAA",
        sequence: "2",
        kind: "insight",
        author: { kind: "connection", name: oneLine(title), mark: "AAAAAA" },
        body: insight,
        relevance: description,
        outcome: null,
        used_versions: [{ ref: { kind: "skill_version", ...ids }, condition: description }],
        reply_to_message_id: null,
        retracted_at: null,
        retracted_by: null,
        risk_labels: [],
        waiting: false,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ]),
  "alternate in markdown": ({ markdown, title }) =>
    alternateOf("/a", [link(title, "/b"), link(markdown, "/c"), markdown]),
  "feed in XML": ({ markdown, title }) => xmlDocument(element("a", { b: title }, markdown)),
  "answer over MCP": ({ markdown, insight }) =>
    shortened({ a: Array.from({ length: 4 }, () => ({ insight, markdown })) }),
  "name in an address": ({ title }) => slugFrom(title),
};
