import {
  type BundledLanguage,
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighterCore,
  createOnigurumaEngine,
  type HighlighterCore,
} from "shiki";
import { once } from "@/lib/process";

/** The languages that are coloured. The list is fixed, so that a writer's word never decides what is loaded. */
const LANGUAGES = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "css",
  "diff",
  "docker",
  "go",
  "graphql",
  "html",
  "ini",
  "java",
  "javascript",
  "json",
  "jsonc",
  "jsx",
  "kotlin",
  "lua",
  "markdown",
  "php",
  "powershell",
  "python",
  "ruby",
  "rust",
  "shellsession",
  "sql",
  "swift",
  "terraform",
  "toml",
  "tsx",
  "typescript",
  "xml",
  "yaml",
] as const satisfies BundledLanguage[];

/** Longer lines are data, not code to read. */
const LINE_CHARACTERS_MAX = 1_000;
/** A grammar is compiled at its first line: with less time than this, that line came out in one colour on a busy machine. */
const LINE_MILLISECONDS_MAX = 500;

/** Colours are CSS variables: the page's own tokens decide them, in light and dark. */
const theme = createCssVariablesTheme({ name: "cairn", variablePrefix: "--code-", fontStyle: false });

/** One highlighter per process, made at the first page that needs it (about 0.3 s). */
export function highlighter(): Promise<HighlighterCore> {
  return once("highlighter", () =>
    createHighlighterCore({
      themes: [theme],
      langs: LANGUAGES.map((language) => bundledLanguages[language]),
      engine: createOnigurumaEngine(import("shiki/wasm")),
    }),
  );
}

export const highlighting = {
  theme: "cairn",
  fallbackLanguage: "text",
  tokenizeMaxLineLength: LINE_CHARACTERS_MAX,
  tokenizeTimeLimit: LINE_MILLISECONDS_MAX,
};
