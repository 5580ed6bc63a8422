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
import { singleton } from "@/lib/platform/singleton";
import { stopwatch, within } from "@/lib/text/markdown/limits";
import { elementsOf } from "@/lib/text/markdown/tidy";

/** The highlighted languages with their common names. The list is fixed: no other name loads anything. */
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

/** A longer block would block the event loop for too long. */
const BLOCK_CHARACTERS_MAX = 10_000;
/** Longer lines are data, not code to read. */
const LINE_CHARACTERS_MAX = 1_000;
/** Most of a grammar is compiled at its first line, so we use our own: it has words, a string, a number, a comment. */
const FIRST_LINE = 'const first = call("one", 2); // three';
/** CPU time for highlighting one block. 10,000 characters of ordinary code take 30 to 60 ms. */
const BLOCK_MS_MAX = 80;
/**
 * The JavaScript engine compiles a regular expression at its first use, so in each language the first block of a
 * process gets more time. Expressions left uncompiled are compiled by later blocks within their own time, a part at
 * each attempt.
 */
const FIRST_BLOCK_MS_MAX = 1_000;
/**
 * CPU time is checked between two matches. Within one match only a wall-clock limit is possible, which also counts time
 * that the machine gives to others, so it is longer when this process recently had less of the CPU.
 */
const CLOCK_FACTOR = 1.5;
const SHARE_MIN = 0.1;

/** Colours are CSS variables: the page's own tokens define them, in light and dark. */
const theme = createCssVariablesTheme({ name: "cairn", variablePrefix: "--code-", fontStyle: false });

type Kept = {
  engine: RegexEngine;
  /** Called before each match. */
  isOutOfTime: () => boolean;
  isMatching: boolean;
  /** The languages in which this process has highlighted a block, or tried to. */
  tried: Set<string>;
  highlighter: Promise<HighlighterCore> | null;
};

class OutOfTime extends Error {}

function kept(): Kept {
  return singleton("highlighter", () => {
    // A pattern without a translation matches nothing. JavaScript's regular expressions are four times as fast as the
    // grammars' own engine, but one match can take minutes; each block's time limit ends a match, too.
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

/** The process's highlighter, with the grammars that a block needs. Each is loaded at its first use. */
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

/** The supported languages of a block. */
function languagesIn(block: Element): BundledLanguage[] {
  const named = new Set(elementsOf(block).flatMap(({ properties }) => languageOf(properties.className)));
  return Object.entries(LANGUAGES).flatMap(([language, words]) =>
    isBundled(language) && words.some((word) => named.has(word)) ? [language] : [],
  );
}

/** Removes the language from code that is too long to highlight. */
export function leaveLongCodePlain(tree: Root): void {
  for (const element of elementsOf(tree)) {
    const [text] = element.children;
    if (element.tagName === "code" && text?.type === "text" && text.value.length > BLOCK_CHARACTERS_MAX)
      leavePlain(element);
  }
}

/** Removes the languages from the code in an element. */
export function leaveCodePlain(element: Element): void {
  for (const inner of [element, ...elementsOf(element)]) if (inner.tagName === "code") leavePlain(inner);
}

function leavePlain(code: Element): void {
  delete code.properties.className;
}

/**
 * Highlights the code of one document within `ms` of CPU time; `share` (0 to 1) is the part of the CPU that this
 * process recently had. `colour` returns null when no time is left or a block takes too much of it.
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

/** Whether a block has a language that this process has not tried before; records it as tried. */
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
    // A copy, because aborted work may have changed a part of it.
    const work = () => colouring.runSync({ type: "root", children: [structuredClone(block)] });
    coloured = within((most * CLOCK_FACTOR) / share, work);
    // If it was aborted outside a match, grammars may be half compiled.
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
  // Highlighting creates new elements without the text direction of code.
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
