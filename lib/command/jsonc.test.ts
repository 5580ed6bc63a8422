import { expect, test } from "@playwright/test";
import { type Node as LibraryNode, type ParseError, parse, parseTree as parseByLibrary } from "jsonc-parser";
import { type Node, parseTree, plainOf } from "@/lib/command/jsonc";

const TEXTS = [
  "{}",
  " [ ] ",
  '{"a": 1, "b": [1, -2.5e3, true, false, null, "x\\n\\u00e9"], }',
  '// first\n{\n  /* inner */ "a": { "b": {} }, // last\n  "c": [1, 2,],\n}\n/* end */',
  '{"b": {"a": 1}, "a": 1, "a": 2}',
  '"text"',
  '{"a":"//no comment", "b": "/* nor this */"}',
  "[[[[]]]]",
  '{\r\n\t"a": 0\r\n}',
];
const MALFORMED = [
  "",
  "{",
  "[1",
  "[1 2]",
  '{"a" 1}',
  '{"a":}',
  "{a: 1}",
  "[,]",
  "{,}",
  "[1,,2]",
  '"\\x"',
  '"a\nb"',
  "tru",
  "01",
  "1 2",
  "/*",
  "'a'",
  '{"a":1]',
  "[1}",
  "nul",
  "[1]]",
  "-",
  "1.",
  "NaN",
];

const placesOf = ({ type, offset, length, children = [] }: Node | LibraryNode): unknown => [
  type,
  offset,
  length,
  children.map(placesOf),
];

for (const text of TEXTS)
  test(`${JSON.stringify(text)} has the values and places that the library finds`, () => {
    const errors: ParseError[] = [];
    const tree = parseByLibrary(text, errors, { allowTrailingComma: true });
    expect(errors).toEqual([]);
    expect(placesOf(parseTree(text))).toEqual(tree && placesOf(tree));
    expect(JSON.stringify(plainOf(parseTree(text)))).toBe(JSON.stringify(parse(text)));
  });

for (const text of MALFORMED)
  test(`${JSON.stringify(text)} is refused, as by the library`, () => {
    const errors: ParseError[] = [];
    parse(text, errors, { allowTrailingComma: true });
    expect(errors.length).toBeGreaterThan(0);
    expect(() => parseTree(text)).toThrow();
  });

test("what is nested too deeply is refused, and a long text is read", () => {
  expect(() => parseTree("[".repeat(100_000))).toThrow("nested too deeply");
  const long = JSON.stringify({ text: 'a"b\\'.repeat(500_000) });
  expect(plainOf(parseTree(long))).toEqual(JSON.parse(long));
});

test("a member may be called __proto__", () => {
  expect(Object.keys(Object(plainOf(parseTree('{"__proto__": {"a": 1}}'))))).toEqual(["__proto__"]);
});
