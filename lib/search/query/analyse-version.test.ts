import { expect, test } from "@playwright/test";
import { plainText } from "@/lib/search/query/analyse-version";

/** Markdown with its headings and its other lines. */
const TEXTS: ReadonlyArray<[markdown: string, headings: string[], lines: string[]]> = [
  [
    "# One\n## Two ##\n###### Six\n####### seven\n#none\n   # Three\n    # four",
    ["One", "Two", "Six", "Three"],
    ["####### seven", "#none", "# four"],
  ],
  [
    "- a\n* b\n+ c\n1. d\n12) e\n- [ ] f\n- [X] g\n> h\n> - i\n1234567890. j",
    [""],
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "1234567890. j"],
  ],
  [
    "```ts\n# in code\n~~~\n\n  const a = 1;\n```\nout\n~~~\ntilde\n```\n~~~\nafter",
    [""],
    ["# in code", "~~~", "const a = 1;", "out", "tilde", "```", "after"],
  ],
  ["a **b** _c_ ~~d~~ `e` snake_case_word __f__ a*b", [""], ["a b c d e snake_case_word f a b"]],
  ['[text](https://a.example) ![alt](b.png "title") [a][b] [x](y z) [c](<d>)', [""], ["text alt [a][b] x c"]],
  ['<div class="a">in</div> 1 < 2 > 0 <b>c</b><br/> <1>', [""], ["in 1 < 2 > 0 c <1>"]],
  ["| a | b |\n|---|:-:|\n| c | d |\n---\n***\n===\n: : :", [""], ["a b", "c d"]],
  ["a\r\nb\rc\n\n\n  d  e\t f  ", [""], ["a", "b", "c", "d e f"]],
  ["``` \ncode\n```x\nmore\n```\nend", [""], ["code", "```x", "more", "end"]],
  ["````md\n```sh\nnpm i\n```\n````\nout", [""], ["```sh", "npm i", "```", "out"]],
  ["~~~~\na\n~~~\nb\n~~~~~\nout", [""], ["a", "~~~", "b", "out"]],
  ["- step\n\n      ```sh\n      npm i\n      ```\nout", [""], ["step", "npm i", "out"]],
  ["``` a `b` ```\nout", [""], ["a b", "out"]],
];

for (const [markdown, headings, lines] of TEXTS) {
  test(`the plain text of ${JSON.stringify(markdown.slice(0, 40))}`, () => {
    const plain = plainText(markdown);
    expect(plain.headings.split("\n")).toEqual(headings);
    expect(plain.body.split("\n")).toEqual(lines);
  });
}

test("a number of nine digits begins a list item, an empty link is taken out", () => {
  expect(plainText("123456789. nine\n[](https://a.example) left").body).toBe("nine\nleft");
});
