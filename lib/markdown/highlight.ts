import { isMainThread } from "node:worker_threads";
import type { Element, Root } from "hast";
import {
  type BundledLanguage,
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighterCore,
  createJavaScriptRegexEngine,
  createOnigurumaEngine,
  type HighlighterCore,
} from "shiki";
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
/**
 * What is left of a grammar is compiled where it is needed: with much less time than this, such a line came out in one
 * colour on a busy machine. In a thread of its own a slow line holds up nobody, and its document has a deadline.
 */
export const LINE_MILLISECONDS_MAX = isMainThread ? 500 : 2_000;

/**
 * What matches a grammar's expressions; both give the same tokens. With the grammars' own engine no single match was seen to
 * take long, and between matches there is a limit. The language's regular expressions take three quarters of the time and
 * half the memory, but one match can take seconds: they are for a thread, which can be ended.
 */
export const engines = {
  grammars: () => createOnigurumaEngine(import("shiki/wasm")),
  // A pattern that has no translation matches nothing.
  language: () => createJavaScriptRegexEngine({ forgiving: true }),
};

/** Colours are CSS variables: the page's own tokens decide them, in light and dark. */
const theme = createCssVariablesTheme({ name: "cairn", variablePrefix: "--code-", fontStyle: false });

/** The one highlighter of this process, with the grammars that a document needs. Each is loaded at its first use. */
export async function highlighterFor(tree: Root): Promise<HighlighterCore> {
  const highlighter = await once("highlighter", () =>
    createHighlighterCore({
      themes: [theme],
      langs: [],
      engine: isMainThread ? engines.grammars() : engines.language(),
    }),
  );
  const named = new Set(elementsOf(tree).flatMap(({ properties }) => languageOf(properties.className)));
  for (const [language, words] of Object.entries(LANGUAGES)) {
    if (!words.some((word) => named.has(word)) || !isBundled(language)) continue;
    if (highlighter.getLoadedLanguages().includes(language)) continue;
    await highlighter.loadLanguage(bundledLanguages[language]);
    highlighter.codeToTokensBase(FIRST_LINE, { lang: language, theme: "cairn", tokenizeTimeLimit: 0 });
  }
  return highlighter;
}

/** Takes the language from code that is too long to be coloured. */
export function leaveLongCodePlain(tree: Root): void {
  for (const { tagName, properties, children } of elementsOf(tree)) {
    const [text] = children;
    if (tagName === "code" && text?.type === "text" && text.value.length > BLOCK_CHARACTERS_MAX)
      delete properties.className;
  }
}

export const highlighting = {
  theme: "cairn",
  fallbackLanguage: "text",
  tokenizeMaxLineLength: LINE_CHARACTERS_MAX,
  tokenizeTimeLimit: LINE_MILLISECONDS_MAX,
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
