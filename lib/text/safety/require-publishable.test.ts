import { expect, test } from "@playwright/test";
import { chance } from "@/e2e/samples/chance";
import { Problem } from "@/lib/platform/errors";
import { nameInvisible } from "@/lib/text/safety/find-invisible";
import { findSecretSpans, findSecrets } from "@/lib/text/safety/find-secrets";
import { excerpts } from "@/lib/text/safety/judge-skill";
import { requirePublishable, unpublishable } from "@/lib/text/safety/require-publishable";

const roll = chance(21);
const token = () => `gh${"p"}_${roll.text(36, "alnum")}`;

test("each finding is an error that names its field, its place in code points, its kind and its rule", async () => {
  const [first, second] = [token(), token()];
  const text = `𝒳 ${first} and ${second}`;
  expect(
    await unpublishable([
      { pointer: "/a", text: "plain" },
      { pointer: "/b", text },
    ]),
  ).toEqual([
    {
      pointer: "/b",
      code: "secret_github_token",
      detail: "looks like it holds a GitHub token (characters 3 to 42)",
      range: { start: 2, end: 42 },
      rule: "github_ghp",
    },
    {
      pointer: "/b",
      code: "secret_github_token",
      detail: "looks like it holds a GitHub token (characters 48 to 87)",
      range: { start: 47, end: 87 },
      rule: "github_ghp",
    },
  ]);
});

test("one hidden character is named by its place alone, and parameters are named as such", async () => {
  expect(await unpublishable([{ parameter: "q", text: "ab\u202ec" }])).toEqual([
    {
      parameter: "q",
      code: "bidi_control",
      detail: "looks like it holds a right-to-left override (U+202E) (character 3)",
      range: { start: 2, end: 3 },
      rule: "bidi_control",
    },
  ]);
});

test("at most twenty errors are given, in the order of the fields", async () => {
  const many = (count: number) => Array.from({ length: count }, token).join(" ");
  const errors = await unpublishable([
    { pointer: "/a", text: many(15) },
    { pointer: "/b", text: many(15) },
  ]);
  expect(errors.map((error) => ("pointer" in error ? error.pointer : ""))).toEqual([
    ...Array(15).fill("/a"),
    ...Array(5).fill("/b"),
  ]);
});

test("a selector after a symbol is allowed in markdown and not in prose", async () => {
  const text = "a ★\ufe0f b";
  expect(await unpublishable([{ pointer: "/a", text, form: "markdown" }])).toEqual([]);
  expect(await unpublishable([{ pointer: "/a", text, form: "prose" }])).toHaveLength(1);
  expect(await unpublishable([{ pointer: "/a", text }])).toHaveLength(1);
});

test("a text that may not be published is refused with all its errors, and any other passes", async () => {
  await requirePublishable([{ pointer: "/a", text: "Plain words." }]);
  const refused = await requirePublishable([{ pointer: "/a", text: token() }]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({
    code: "unsafe_text",
    options: {
      detail: "The text would be public and looks like it holds a GitHub token (characters 1 to 40).",
      errors: [{ pointer: "/a", code: "secret_github_token" }],
    },
  });
});

test("an excerpt has at most eighty characters, and no rest of a word that held a secret", () => {
  const lineOf = (text: string, index = 0, end = 0) =>
    excerpts(text, end === 0 ? [] : [{ rule: "r", kind: "k", what: "w", index, end }]).line(1);
  expect(lineOf("a".repeat(80))).toBe("a".repeat(80));
  expect(lineOf("a".repeat(81))).toBe(`${"a".repeat(79)}…`);
  expect(lineOf("𝒳".repeat(81))).toBe(`${"𝒳".repeat(79)}…`);
  expect(lineOf("  trimmed  ")).toBe("trimmed");
  expect(lineOf("use SECRETrest now", 4, 10)).toBe("use [secret] now");
  expect(lineOf("use keySECRET now", 7, 13)).toBe("use [secret] now");
  expect(lineOf("SECRET", 0, 6)).toBe("[secret]");
  expect(lineOf("hidden\u200bhere")).toBe("hidden[zero_width_space]here");
});

test("an excerpt is of its line, whatever the line ends, also when a secret goes over several", () => {
  const text = "one\r\ntwo SECRET\rSECRET three\nfour";
  const { lineAt, line } = excerpts(text, [{ rule: "r", kind: "k", what: "w", index: 9, end: 22 }]);
  expect([0, 4, 5, 15, 16, 28, 29, 33].map(lineAt)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  expect([1, 2, 3, 4].map(line)).toEqual(["one", "two [secret]", "[secret] three", "four"]);
});

/** First and last code point of each class of hidden characters. */
const CLASSES = `0-1f c0_control, 7f-7f c0_control, 80-9f c1_control, ad-ad soft_hyphen, 34f-34f grapheme_joiner,
  61c-61c bidi_mark, 115f-1160 hangul_filler, 3164-3164 hangul_filler, ffa0-ffa0 hangul_filler, 17b4-17b5 khmer_inherent_vowel,
  180b-180d mongolian_selector, 180e-180e mongolian_separator, 180f-180f mongolian_selector, 200b-200b zero_width_space,
  200c-200c zero_width_non_joiner, 200d-200d zero_width_joiner, 200e-200f bidi_mark, 2028-2028 line_separator,
  2029-2029 paragraph_separator, 202a-202e bidi_control, 2060-2060 word_joiner, 2061-2064 invisible_operator,
  2066-2069 bidi_isolate, 206a-206f deprecated_format, 2800-2800 braille_blank, fe00-fe0f variation_selector,
  fdd0-fdef noncharacter, feff-feff byte_order_mark, fff9-fffb interlinear_annotation, fffc-fffc object_replacement,
  fffe-ffff noncharacter, 1107f-1107f blank_letter, 16fe4-16fe4 blank_letter, 1bca0-1bca3 shorthand_control,
  1d159-1d159 musical_control, 1d173-1d17a musical_control, e0000-e007f tag_character, e0080-e00ff tag_block,
  e0100-e01ef variation_selector_supplement, e01f0-e0fff tag_block`;

test("each class of hidden characters goes from its first code point to its last", () => {
  const wrong: string[] = [];
  for (const [, first = "", last = "", kind = ""] of CLASSES.matchAll(/([\da-f]+)-([\da-f]+) (\w+)/g)) {
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    for (const code of [from, to])
      if (nameInvisible(code).kind !== kind) wrong.push(`${code.toString(16)} is not ${kind}`);
    for (const code of [from - 1, to + 1]) {
      const other = nameInvisible(code).kind;
      if (other === kind && !CLASSES.includes(`${code.toString(16)}-`) && !CLASSES.includes(`-${code.toString(16)} `))
        wrong.push(`${code.toString(16)} is ${kind} too`);
    }
  }
  expect(wrong).toEqual([]);
  expect(nameInvisible(0x2065)).toEqual({ kind: "default_ignorable", what: "a character that renders as nothing" });
});

test("the words for a hidden character say which one it is", () => {
  const words = [
    0, 0x7f, 0x80, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  ]
    .concat([
      0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a,
    ])
    .concat([
      0x2800, 0xfe00, 0xfdd0, 0xfeff, 0xfff9, 0xfffc, 0xfffe, 0x1107f, 0x16fe4, 0x1bca0, 0x1d159, 0x1d173, 0xe0001,
    ])
    .concat([0xe0100, 0xe0080, 0x3164, 0xffa0])
    .map((code) => nameInvisible(code).what.replace(/^an? /, ""));
  expect(words.join(", ")).toBe(
    "control character, delete character, C1 control character, soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul filler, invisible Khmer vowel, Mongolian variation selector, Mongolian vowel separator, zero-width space, zero-width non-joiner, zero-width joiner, left-to-right mark, right-to-left mark, line separator, paragraph separator, left-to-right embedding, right-to-left embedding, pop directional formatting, left-to-right override, right-to-left override, word joiner, invisible mathematical operator, left-to-right isolate, right-to-left isolate, first strong isolate, pop directional isolate, deprecated format character, braille blank, variation selector, noncharacter, byte order mark, interlinear annotation character, object replacement character, noncharacter, Brahmi number joiner, Khitan filler, shorthand format control, musical null notehead, musical format control, tag character, supplementary variation selector, reserved character of the tag planes, Hangul filler, Hangul filler",
  );
});

test("values are secrets from their shortest length on, and texts shorter than twelve characters hold none", () => {
  const found = (text: string) => findSecrets(text).length;
  const value = "k9Xq2vLm7Rt4Zb8Nw3Hc6Yp1";
  expect([15, 16].map((length) => found(`client_secret = ${value.slice(0, length)}`))).toEqual([0, 1]);
  expect([7, 8].map((length) => found(`db password = ${value.slice(0, length)}`))).toEqual([0, 1]);
  expect([11, 12].map((length) => found(`pwd=${value.slice(0, length - 4)}`))).toEqual([0, 1]);
  expect(findSecretSpans(`client_secret = ${value}`)).toMatchObject([{ index: 16, end: 16 + value.length }]);
});

test("findings come in the order of the text, whatever found them", () => {
  const text = `scheme://ops:9fAdm1nKx82QvLz@prod.acme.io and ${token()} and pwd=kT9#mQ2xLz`;
  const places = findSecretSpans(text).map(({ index }) => index);
  expect(places).toHaveLength(3);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
