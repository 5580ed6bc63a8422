import type { Chance } from "@/e2e/samples/chance";

/** A name of every highlighted language, and input that its grammar may scan twice. */
const TOKENS: Record<string, readonly [string, ...string[]]> = {
  bash: ["$(", '"${', "`", "<<EOF", "[[ ", "a=", "| ", "case a in ", "\\", "'"],
  c: ["#define a(", "/*", "a(", "struct a ", "(int*)", "*", '"', "_a", "0x1u"],
  cpp: ["template<", "a::", "operator", "[&](", "<a", "auto ", 'R"(', "a<", "__attribute__(("],
  csharp: ["<a ", "_a", "a<b", "a.b", "[a]", "(a, ", '@"', '$"{', "where a : "],
  css: ["a:not(", "a,", "a{b:", "url(", "@media ", "calc(", "#a", "--a", "/*"],
  diff: ["@@ -1 ", "+", "-", "--- a", "diff "],
  dockerfile: ["RUN ", "FROM a ", "\\", '"', "ENV a="],
  go: ["func(", "map[a]", "[]", "a.b", "`", "struct{", "interface{", "a, ", "<-", "a[b"],
  graphql: ["{a", "(a:", "[a", "$a", "@a", '"""', "fragment a on "],
  html: ["<a ", "a=", "<script>", "<style>", "<!--", "</", "&a;", '"', "<a a='"],
  ini: ["[a", "a=", ";", "#", '"'],
  java: ["a<b", "@a(", "a.b", "_a", "(a)", "new a<", "a[]", "->", "List<"],
  javascript: ["(a,", "a=>", "/a", "`${", "{a:", "async ", "a<b", "[a", "(", "_a"],
  json: ['{"a":', "[", '"\\u', "1", '"a'],
  jsonc: ['{"a":', "[", "/*", "//"],
  jsx: ["<a ", "<a>", "{", "a={", "`${", "(a)=>", "</a"],
  kotlin: ["fun a(", "a<b", '"${', "a.b", "@a", "List<", "_a"],
  lua: ["[[", "[=[", "a.b", "function(", "--[[", "a:b", "local a,"],
  markdown: ["*a", "[a](", "`", "> ", "- ", "#", "**", "<a ", "|a", "_a", "~~", "!["],
  php: ["<?php ", "$a->", "<<<A", "a::", "array(", '"{$', "?a|", "#["],
  powershell: ["$(", "@{", '"$', "[a]", "-a ", "a | ", "`", "<#"],
  python: ["f'{", '"""', "a[", "(a,", "lambda a:", "def a(", "@a", "a.b", "_a", "{a:"],
  ruby: ["#{", "%w(", "<<~A", "a.b", "|a|", ":a", "/a", "do ", "%q["],
  rust: ["a::<", "&'a ", 'r#"', "a!{", "<a", "#[", "fn a<", "|a|", "/*"],
  shellsession: ["$ a", "# ", "> ", "a@b:~$ ", "$("],
  sql: ["select ", "(", "'a", "--", "/*", '"a', "a.b", "case when ", "create table a("],
  swift: ["<a", '"\\(', "#if ", "a.b", "(a:", "[a:", "func a<", "_a", "/*", "@a"],
  terraform: ["_a", '"${', "a.b", "a[", "{a=", "<<A", "for a in ", "(a", "/*"],
  toml: ["[a", "a.", "a=", '"""', "{a=", "'''"],
  tsx: ["<a ", "<a,", "a<b", "{", "(a:", "=>", "a?:", "`${", "infer a", "_a", "/a"],
  typescript: ["<a", "(a:", "a<b", "=>", "keyof ", "{a:", "`${", "a[", "async<", "_a", "/a", "@a"],
  xml: ["<a ", "a='", "<!--", "<![CDATA[", "&a;", "<?a ", "<!DOCTYPE a["],
  yaml: ["a: ", "- ", "&a ", "*a ", "{a: ", "[", "'a", "? ", "|\n  ", '"a', "<<: "],
};

const ANY = [
  "a",
  " ",
  "  ",
  "\t",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  ".",
  ",",
  "=",
  ":",
  '"',
  "'",
  "/",
  "\\",
  "#",
] as const;

/** One code block, or many, of code that a grammar's expressions may match in many ways. */
export function awkwardCode(chance: Chance, bytes: number): string {
  const language = chance.pick(Object.keys(TOKENS) as [string, ...string[]]);
  return fenced(chance, language, bytes);
}

export const CODE_LANGUAGES = Object.keys(TOKENS);

export function fenced(chance: Chance, language: string, bytes: number): string {
  const tokens = TOKENS[language] ?? ["a"];
  const row = () => {
    const piece = Array.from({ length: 1 + chance.number(3) }, () =>
      chance.number(4) === 0 ? chance.pick(ANY) : chance.pick(tokens),
    ).join(chance.pick(["", "", " "]));
    const length = chance.pick([40, 200, 900, 1_500]);
    return (
      piece.repeat(Math.ceil(length / Math.max(1, piece.length))).slice(0, length) + chance.pick(["", "!", ";", "\\"])
    );
  };
  const block = (size: number) => {
    const lines: string[] = [];
    const kinds = Array.from({ length: 1 + chance.number(3) }, row);
    for (let length = 0; length < size; length += (lines.at(-1)?.length ?? 0) + 1)
      lines.push(kinds[lines.length % kinds.length] ?? "");
    return `~~~${language}\n${lines.join("\n")}\n~~~\n`;
  };
  const size = chance.pick([500, 1_500, 3_000, 9_500]);
  // Smaller sizes as well: code full of marks would not be highlighted at all at full size.
  const blocks = Math.max(1, Math.floor(chance.pick([bytes, bytes / 3, bytes / 10]) / size));
  return Array.from({ length: blocks }, () => block(size)).join("\n");
}
