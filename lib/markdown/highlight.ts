import rehypeShikiFromHighlighter from "@shikijs/rehype/core";
import type { Element, Root } from "hast";
import {
  type BundledLanguage,
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighterCore,
  createJavaScriptRegexEngine,
  type HighlighterCore,
  type RegexEngine,
} from "shiki";
import { unified } from "unified";
import { stopwatch, within } from "@/lib/markdown/limited-time";
import { elementsOf } from "@/lib/markdown/walk";
import { once } from "@/lib/process";

/** The languages that are coloured, by the words people name them with. The list is fixed: a writer's word loads nothing else. */
const LANGUAGES = {
  bash: ["bash", "sh", "shell", "zsh"],
  c: ["c"],
  cpp: ["cpp", "c++"],
  csharp: ["csharp", "cs", "c#"],
  css: ["css"],
  diff: ["diff"],
  docker: ["docker", "dockerfile"],
  go: ["go"],
  graphql: ["graphql", "gql"],
  html: ["html"],
  ini: ["ini", "properties"],
  java: ["java"],
  javascript: ["javascript", "js", "mjs", "cjs"],
  json: ["json"],
  jsonc: ["jsonc"],
  jsx: ["jsx"],
  kotlin: ["kotlin", "kt"],
  lua: ["lua"],
  markdown: ["markdown", "md"],
  php: ["php"],
  powershell: ["powershell", "ps1"],
  python: ["python", "py"],
  ruby: ["ruby", "rb"],
  rust: ["rust", "rs"],
  shellsession: ["shellsession", "console"],
  sql: ["sql"],
  swift: ["swift"],
  terraform: ["terraform", "tf"],
  toml: ["toml"],
  tsx: ["tsx"],
  typescript: ["typescript", "ts", "mts", "cts"],
  xml: ["xml"],
  yaml: ["yaml", "yml"],
} as const satisfies { [language in BundledLanguage]?: readonly string[] };

/** A block longer than this would hold up everybody else for too long. */
const BLOCK_CHARACTERS_MAX = 10_000;
/** Longer lines are data, not code to read. */
const LINE_CHARACTERS_MAX = 1_000;
/** Most of a grammar is compiled at its first line, so that is one of ours: it has words, a string, a number, a comment. */
const FIRST_LINE = 'const first = call("one", 2); // three';
/** Processor time for the colours of one block. 10,000 characters of ordinary code take 30 to 60 ms. */
const BLOCK_MS_MAX = 80;
/**
 * The language compiles an expression when it is first used. So the first block in the life of a process has more time, in each
 * language. What it leaves uncompiled, later blocks compile within their own time, a part each time they are tried.
 */
const FIRST_BLOCK_MS_MAX = 1_000;
/**
 * Between two matches the processor's time is looked at. Within one only the clock is, which moves while the machine runs
 * something else, too: it gets more time where this process lately had less of the processor.
 */
const CLOCK_FACTOR = 1.5;
const SHARE_MIN = 0.1;

/** Colours are CSS variables: the page's own tokens decide them, in light and dark. */
const theme = createCssVariablesTheme({ name: "cairn", variablePrefix: "--code-", fontStyle: false });

type Kept = {
  engine: RegexEngine;
  /** Asked before each match. */
  isOutOfTime: () => boolean;
  isMatching: boolean;
  /** The languages of which this process has coloured a block, or tried to. */
  tried: Set<string>;
  highlighter: Promise<HighlighterCore> | null;
};

class OutOfTime extends Error {}

function kept(): Kept {
  return once("highlighter", () => {
    // A pattern that has no translation matches nothing. The language's regular expressions are four times as fast as the
    // grammars' own engine, but one match can take minutes: each block has a limit that ends a match, too.
    const engine = createJavaScriptRegexEngine({ forgiving: true, cache: new Map() });
    const made: Kept = {
      isOutOfTime: () => false,
      isMatching: false,
      tried: new Set(),
      highlighter: null,
      engine: {
        ...engine,
        createScanner(patterns) {
          const scanner = engine.createScanner(patterns);
          return {
            findNextMatchSync(...asked) {
              if (made.isOutOfTime()) throw new OutOfTime();
              made.isMatching = true;
              const found = scanner.findNextMatchSync(...asked);
              made.isMatching = false;
              return found;
            },
          };
        },
      },
    };
    return made;
  });
}

/** The one highlighter of this process, with the grammars that a block needs. Each is loaded at its first use. */
async function highlighterFor(block: Element): Promise<HighlighterCore> {
  const all = kept();
  all.highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: all.engine });
  const highlighter = await all.highlighter;
  for (const language of languagesIn(block)) {
    if (highlighter.getLoadedLanguages().includes(language)) continue;
    await highlighter.loadLanguage(bundledLanguages[language]);
    highlighter.codeToTokensBase(FIRST_LINE, { lang: language, theme: "cairn", tokenizeTimeLimit: 0 });
  }
  return highlighter;
}

/** The languages in a block that can be coloured. */
function languagesIn(block: Element): BundledLanguage[] {
  const named = new Set(elementsOf(block).flatMap(({ properties }) => languageOf(properties.className)));
  return Object.entries(LANGUAGES).flatMap(([language, words]) =>
    isBundled(language) && words.some((word) => named.has(word)) ? [language] : [],
  );
}

/** Takes the language from code that is too long to be coloured. */
export function leaveLongCodePlain(tree: Root): void {
  for (const element of elementsOf(tree)) {
    const [text] = element.children;
    if (element.tagName === "code" && text?.type === "text" && text.value.length > BLOCK_CHARACTERS_MAX)
      leavePlain(element);
  }
}

/** Takes the languages from the code in an element. */
export function leaveCodePlain(element: Element): void {
  for (const inner of [element, ...elementsOf(element)]) if (inner.tagName === "code") leavePlain(inner);
}

function leavePlain(code: Element): void {
  delete code.properties.className;
}

/**
 * Colours the code of one document for at most `ms` of the processor, of which this process lately had that `share` (0 to 1).
 * `colour` gives null where there is no time left, or where a block takes too much of it.
 */
export function colourTime(ms: number, share: number): { colour(block: Element): Promise<Root | null> } {
  let left = ms;
  return {
    async colour(block) {
      if (left < 1) return null;
      const highlighter = await highlighterFor(block);
      const most = isFirst(block) ? FIRST_BLOCK_MS_MAX : Math.min(BLOCK_MS_MAX, left);
      const { coloured, used } = colourOnce(highlighter, block, most, Math.max(SHARE_MIN, share));
      left -= Math.min(used, BLOCK_MS_MAX);
      return coloured;
    },
  };
}

/** Whether a block has a language that this process has not tried before; notes that it has now. */
function isFirst(block: Element): boolean {
  const { tried } = kept();
  const fresh = languagesIn(block).filter((language) => !tried.has(language));
  for (const language of fresh) tried.add(language);
  return fresh.length > 0;
}

function colourOnce(highlighter: HighlighterCore, block: Element, most: number, share: number) {
  const all = kept();
  const colouring = unified().use(rehypeShikiFromHighlighter, highlighter, highlighting);
  const used = stopwatch();
  all.isOutOfTime = () => used() > most;
  let coloured: Root | null = null;
  try {
    // A copy: work that was ended may have changed a part of it.
    const work = () => colouring.runSync({ type: "root", children: [structuredClone(block)] });
    coloured = within((most * CLOCK_FACTOR) / share, work);
    // Ended elsewhere than in a match, grammars may be half compiled.
    if (coloured === null && !all.isMatching) forgetHighlighter(all);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  } finally {
    all.isMatching = false;
    all.isOutOfTime = () => false;
  }
  return { coloured, used: used() };
}

function forgetHighlighter(all: Kept): void {
  void all.highlighter?.then((highlighter) => highlighter.dispose()).catch(() => {});
  all.highlighter = null;
}

const highlighting = {
  theme: "cairn",
  fallbackLanguage: "text",
  tokenizeMaxLineLength: LINE_CHARACTERS_MAX,
  tokenizeTimeLimit: 0,
  // What is coloured is made anew, without the direction that code has.
  transformers: [
    {
      pre(made: Element) {
        made.properties.dir = "ltr";
      },
    },
  ],
};

function isBundled(language: string): language is BundledLanguage {
  return language in bundledLanguages;
}

function languageOf(className: unknown): string[] {
  if (!Array.isArray(className)) return [];
  return className.flatMap((name) => /^language-(.+)$/.exec(String(name))?.[1]?.toLowerCase() ?? []);
}
