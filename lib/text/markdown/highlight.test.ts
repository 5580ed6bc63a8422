import { expect, test } from "@playwright/test";
import {
  bundledLanguages,
  createCssVariablesTheme,
  createHighlighterCore,
  createJavaScriptRegexEngine,
  createOnigurumaEngine,
} from "shiki";

const CODE = {
  bash: 'for file in *.md; do echo "$file" | wc -l; done # count',
  css: "@media (width > 40rem) { .card:hover { color: rgb(0 0 0 / 50%); } }",
  diff: "@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;",
  go: 'func main() { defer close(ch); fmt.Printf("%d\\n", len(xs)) }',
  html: '<a href="/x" class="link">text</a><!-- note -->',
  json: '{ "a": [1, true, null], "b": "c" }',
  python: 'async def f(x: int = 1) -> str:\n    return f"{x!r:>10}"  # note',
  rust: 'fn main() -> Result<(), Box<dyn Error>> { println!("{:?}", vec![1u8]); Ok(()) }',
  sql: "select count(*) filter (where a > 1) from t where b = 'c' -- note",
  tsx: "const A = <T,>(props: { x?: T }) => <div className={`a b`}>{/re/g.test(s) && 1}</div>;",
  yaml: "a: &x\n  - b: 'c' # note\n  - *x",
};

test("code has the same tokens as with the engine that the grammars were written for", async () => {
  const themes = [createCssVariablesTheme({ name: "cairn" })];
  const langs = Object.keys(CODE).map((language) => bundledLanguages[language as keyof typeof CODE]);
  const [one, other] = await Promise.all(
    [createOnigurumaEngine(import("shiki/wasm")), createJavaScriptRegexEngine({ forgiving: true })].map((engine) =>
      createHighlighterCore({ themes, langs, engine }),
    ),
  );
  for (const [lang, code] of Object.entries(CODE)) {
    // Without a time limit, because a grammar is compiled at its first lines.
    const options = { lang, theme: "cairn", tokenizeTimeLimit: 0 };
    const tokens = one?.codeToTokensBase(code, options);
    expect(tokens?.flat().length, lang).toBeGreaterThan(1);
    expect(other?.codeToTokensBase(code, options), lang).toEqual(tokens);
  }
});
