import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { cutAtHeading } from "@/lib/text/markdown/lines";

const upTo = (characters: number) => (start: string) => start.length <= characters;
const TEXT = "# Title\n\nIntroduction.\n\n## One\n\nFirst.\n\n```sh\n# no heading\n```\n\n## Two\n\nSecond.\n";

test("a text that fits stays whole", () => {
  expect(cutAtHeading(TEXT, upTo(TEXT.length))).toBe(TEXT);
});

test("a longer text ends before the last heading that leaves it short enough", () => {
  expect(cutAtHeading(TEXT, upTo(TEXT.length - 1))).toBe(TEXT.slice(0, TEXT.indexOf("## Two")));
  expect(cutAtHeading(TEXT, upTo(TEXT.indexOf("## Two")))).toBe(TEXT.slice(0, TEXT.indexOf("## Two")));
  expect(cutAtHeading(TEXT, upTo(TEXT.indexOf("## Two") - 1))).toBe("# Title\n\nIntroduction.\n\n");
});

test("a comment in code is no heading", () => {
  expect(cutAtHeading(TEXT, upTo(TEXT.indexOf("# no heading") + 5))).toBe("# Title\n\nIntroduction.\n\n");
});

test("a fence ends at one of its own kind that is as long", () => {
  const text = "Before.\n\n````md\n```sh\n# no heading\n```\n# none either\n````\n\n# After\n\nText.\n";
  expect(cutAtHeading(text, upTo(text.length - 1))).toBe(text.slice(0, text.indexOf("# After")));
  expect(cutAtHeading(text, upTo(text.indexOf("# none")))).toBe("Before.\n");
});

test("without a heading the text ends at a blank line, else after a line, else nowhere", () => {
  expect(cutAtHeading("One.\n\nTwo.\n\nThree.", upTo(14))).toBe("One.\n\nTwo.\n");
  expect(cutAtHeading("one\ntwo\nthree", upTo(9))).toBe("one\ntwo\n");
  expect(cutAtHeading("a single long line", upTo(5))).toBe("");
});

test("every cut is a start of the text that fits, and more of it never makes it shorter", () => {
  const line = fc.constantFrom("# a", "## b", "```", "~~~", "", "text", "    # code", "#hash");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.nat(150), (lines, characters) => {
      const text = lines.join("\n");
      const [less, more] = [cutAtHeading(text, upTo(characters)), cutAtHeading(text, upTo(characters + 10))];
      expect(text.startsWith(less)).toBe(true);
      expect(less.length).toBeLessThanOrEqual(characters);
      if (more !== text && less.includes("\n#")) expect(more.length).toBeGreaterThanOrEqual(less.length);
    }),
  );
});
