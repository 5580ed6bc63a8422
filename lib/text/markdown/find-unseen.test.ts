import { expect, test } from "@playwright/test";
import { findUnseen } from "@/lib/text/markdown/find-unseen";

const found = (markdown: string) =>
  findUnseen(markdown).places.map(({ kind, start, end }) => [kind, markdown.slice(start, end)]);

test("hidden parts are found at their positions", () => {
  expect(found("Hi <b>you</b>\n\n<!-- quiet\nwords -->\n")).toEqual([
    ["html", "<b>"],
    ["html", "</b>"],
    ["comment", "<!-- quiet\nwords -->"],
  ]);
  expect(found('A [word](https://example.org/a "t") and ![map](map.png).\n')).toEqual([
    ["link_target", '(https://example.org/a "t")'],
    ["image_target", "(map.png)"],
  ]);
  expect(found("```sh quietly=yes\nls\n```\n\n[a]: https://example.org/\n")).toEqual([
    ["code_note", "quietly=yes"],
    ["definition", "[a]: https://example.org/"],
  ]);
  expect(found("a\u200b\u200bb \u202e!\n")).toEqual([
    ["character", "\u200b\u200b"],
    ["character", "\u202e"],
  ]);
});

test("code, plain addresses and ordinary words hide nothing", () => {
  expect(found("`<b>` https://example.org/ <https://example.org/>\n\n    <!-- code -->\n\n```\n[a](b)\n```\n")).toEqual(
    [],
  );
});

test("a link whose text is another address is distinguished from one whose text is a name", () => {
  const kinds = (markdown: string) => findUnseen(markdown).places.map(({ kind }) => kind);
  for (const words of ["example.com", "https://example.com/a", "www.example.com"])
    expect(kinds(`[${words}](https://evil.example/)`), words).toEqual(["misleading_link"]);
  for (const words of ["next.js", "README.md", "the example.com guide", "www.evil.example"])
    expect(kinds(`[${words}](https://evil.example/)`), words).toEqual(["link_target"]);
});

test("a text that is slow to parse is still scanned for comments and characters", () => {
  const slow = `${">".repeat(4_000)}\n<!-- quiet -->\u200b`;
  expect(found(slow)).toEqual([
    ["comment", "<!-- quiet -->"],
    ["character", "\u200b"],
  ]);
});
