import { expect, test } from "@playwright/test";
import { entropyToMnemonic } from "@scure/bip39";
import { wordlist as czech } from "@scure/bip39/wordlists/czech.js";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { wordlist as italian } from "@scure/bip39/wordlists/italian.js";
import { wordlist as japanese } from "@scure/bip39/wordlists/japanese.js";
import { wordlist as korean } from "@scure/bip39/wordlists/korean.js";
import { wordlist as portuguese } from "@scure/bip39/wordlists/portuguese.js";
import { wordlist as simplifiedChinese } from "@scure/bip39/wordlists/simplified-chinese.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { wordlist as traditionalChinese } from "@scure/bip39/wordlists/traditional-chinese.js";
import { chance } from "@/e2e/samples/chance";
import { findSeedPhrases } from "@/lib/text/safety/secrets/find-keys";

const LISTS = {
  ...{ czech, english, french, italian, japanese, korean, portuguese, spanish, simplifiedChinese, traditionalChinese },
};
const phrase = (list: string[], bytes: number, seed: number) => {
  const roll = chance(seed);
  const entropy = Uint8Array.from({ length: bytes }, () => roll.number(256));
  return entropyToMnemonic(entropy, list).normalize("NFC");
};

for (const [language, list] of Object.entries(LISTS)) {
  test(`a phrase of the list ${language} is found from its first word to its last, in each length`, () => {
    for (const bytes of [16, 20, 24, 28, 32]) {
      const words = phrase(list, bytes, bytes);
      const spans = findSeedPhrases(`Here: ${words}.`);
      expect(
        spans.map(({ index, end }) => [index, end]),
        `${words.split(/\s/).length} words`,
      ).toEqual([[6, 6 + words.length]]);
    }
  });
}

test("twelve words with a wrong checksum, and eleven words, are no phrase", () => {
  const words = phrase(english, 16, 3).split(" ");
  const last = words.at(-1) ?? "";
  const other = english
    .filter((word) => word !== last)
    .find((word) => !findSeedPhrases([...words.slice(0, 11), word].join(" ")).length);
  expect(other).toBeDefined();
  expect(findSeedPhrases(words.slice(0, 11).join(" "))).toEqual([]);
  expect(findSeedPhrases(words.join(" "))).toHaveLength(1);
});

test("a phrase is found wherever it begins, and with its words numbered", () => {
  const words = phrase(english, 16, 5);
  const numbered = words
    .split(" ")
    .map((word, at) => `${at + 1}. ${word}`)
    .join("\n");
  for (let before = 0; before < 30; before += 1) {
    const filler = "xx ".repeat(before);
    expect(findSeedPhrases(`${filler}${words} yy`), `after ${before} words`).toHaveLength(1);
    expect(findSeedPhrases(`${filler}${numbered}\nyy`), `numbered, after ${before} words`).toHaveLength(1);
  }
});
