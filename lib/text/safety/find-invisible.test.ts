import { expect, test } from "@playwright/test";
import { findInvisible, isStorableText } from "@/lib/text/safety/find-invisible";

const hidden: Record<string, number[]> = {
  "bidi embeddings and overrides": [0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  "bidi isolates": [0x2066, 0x2067, 0x2068, 0x2069],
  "bidi marks": [0x200e, 0x200f, 0x061c],
  "zero-width spaces": [0x200b],
  "zero-width non-joiners": [0x200c],
  "zero-width joiners": [0x200d],
  "word joiners": [0x2060],
  "byte order marks": [0xfeff],
  "tag characters": [0xe0001, 0xe0020, 0xe0041, 0xe007f],
  "reserved characters of the tag planes": [0xe0080, 0xe0fff],
  "soft hyphens": [0xad],
  "combining grapheme joiners": [0x34f],
  "Hangul fillers": [0x115f, 0x1160, 0x3164, 0xffa0],
  "braille blanks": [0x2800],
  "Khmer inherent vowels": [0x17b4, 0x17b5],
  "Mongolian selectors": [0x180b, 0x180c, 0x180d, 0x180f],
  "Mongolian vowel separators": [0x180e],
  "variation selectors": [0xfe00, 0xfe0d, 0xfe0e, 0xfe0f],
  "supplementary variation selectors": [0xe0100, 0xe01ef],
  "invisible mathematical operators": [0x2061, 0x2062, 0x2063, 0x2064],
  "deprecated format characters": [0x206a, 0x206f],
  "interlinear annotation": [0xfff9, 0xfffa, 0xfffb],
  "object replacement": [0xfffc],
  "line separators": [0x2028],
  "paragraph separators": [0x2029],
  "C0 controls": [0x01, 0x07, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f],
  "C1 controls": [0x80, 0x85, 0x9f],
  "shorthand format controls": [0x1bca0, 0x1bca3],
  "musical format controls": [0x1d159, 0x1d173, 0x1d17a],
  noncharacters: [0xfdd0, 0xfffe, 0xffff],
  "reserved invisible characters": [0x2065, 0xfff0, 0xfff8],
};

for (const [name, codes] of Object.entries(hidden)) {
  test(`${name} are found in prose and in markdown, at any place of a text`, () => {
    for (const code of codes) {
      const char = String.fromCodePoint(code);
      for (const kind of ["prose", "markdown"] as const) {
        for (const [text, index] of [
          [`${char}start`, 0],
          [`in${char}side`, 2],
          [`at the end${char}`, 10],
          [`a ${char} b`, 2],
        ] as const) {
          const [finding] = findInvisible(text, kind);
          expect(finding, `U+${code.toString(16)} in ${kind}`).toMatchObject({ index });
          expect(finding?.kind).toMatch(/^[a-z0-9_]+$/);
          expect(finding?.what).toContain(`U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
        }
      }
    }
  });
}

const legal = {
  "emoji with a selector": "Done ✔️ and ⚠️ and ❤️ and ☎︎",
  keycaps: "1️⃣ 2️⃣ #️⃣ *️⃣",
  "a family and a profession": "👨‍👩‍👧‍👦 👩🏽‍🚀 🧑‍💻 🏃🏾‍♀️",
  "joined emoji with a selector in the middle": "🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️ ⛓️‍💥 🐻‍❄️",
  "country flags": "🇩🇪 🇯🇵",
  "the flags of England, Scotland and Wales": "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
  "skin tones": "👍🏻 👋🏿",
  "Persian with joiners": "می‌خواهم کتاب‌های خوب بخوانم",
  "Arabic and Hebrew": "مرحبا بالعالم، שלום עולם (v2.1)",
  "Arabic with marks and digits": "مُحَمَّد ٢٠٢٦",
  "Hindi with joiners": "क्‍ष और क्‌ष",
  "Sinhala and Malayalam with joiners": "ශ්‍රී ലങ്കയില്‍",
  Bengali: "র‍্যাম",
  Mongolian: "ᠮᠣᠩᠭᠣᠯ᠎ᠠ",
  "Khmer with word breaks": "សួស្តី​ពិភពលោក",
  "Chinese, Japanese, Korean and Thai": "你好 こんにちは 안녕하세요 สวัสดี",
  "accents put together": "e\u0301 n\u0303",
  "no-break and thin spaces": "10\u00a0km, 5\u202f%, a\u2009b",
  "tabs and both line ends": "a\tb\nc\r\nd",
  symbols: "→ ≤ ≥ … — “quotes” ‰ ½ ™",
};

for (const [name, text] of Object.entries(legal)) {
  test(`${name} pass`, () => {
    expect(findInvisible(text, "prose")).toEqual([]);
    expect(findInvisible(text, "markdown")).toEqual([]);
  });
}

test("joiners that join nothing are found beside legal ones", () => {
  for (const text of [
    "a\u200Db",
    "👩\u200D",
    "\u200D👩",
    "👩\u200D\u200D👩",
    "می\u200C\u200Cخواهم",
    "سلام\u200C hello",
    "1\uFE0F",
    "👍\uFE0F\uFE0F",
  ]) {
    expect(findInvisible(text, "prose").length, JSON.stringify(text)).toBe(1);
  }
});

test("a flag may not carry other tags than the three known ones", () => {
  const tags = [..."attack"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(findInvisible(`🏴${tags}\u{E007F}`, "markdown")).toHaveLength(1);
  expect(findInvisible(`🏴󠁧󠁢󠁥󠁮󠁧󠁿${tags}`, "markdown")).toHaveLength(1);
});

test("neighbours of one kind make one finding, and there are at most a hundred", () => {
  const run = findInvisible(`a${"\u{E0041}".repeat(500)}b`, "markdown");
  expect(run).toHaveLength(1);
  expect(run[0]?.what).toContain("500 hidden characters");
  expect(findInvisible("\u200Bx".repeat(1000), "prose")).toHaveLength(100);
});

test("in markdown a symbol and an anchor may keep a selector, in prose not", () => {
  for (const text of ["★\uFE0F rated", "[Install](#\uFE0F-install)"]) {
    expect(findInvisible(text, "markdown")).toEqual([]);
    expect(findInvisible(text, "prose")).toHaveLength(1);
  }
});

test("lone surrogates and U+0000 cannot be stored, everything else can", () => {
  expect(isStorableText("fine 👍")).toBe(true);
  expect(isStorableText("nul \0")).toBe(false);
  expect(isStorableText("half \ud83d")).toBe(false);
});
