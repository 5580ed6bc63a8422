import { validateMnemonic } from "@scure/bip39";
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
import type { Span } from "@/lib/text/safety/finding";

const LISTS = [
  english,
  french,
  spanish,
  italian,
  portuguese,
  czech,
  japanese,
  korean,
  simplifiedChinese,
  traditionalChinese,
]; // prettier-ignore

/** One bit for each list that contains the word. */
const lists = new Map<string, number>();
for (const [place, list] of LISTS.entries()) {
  for (const word of list) lists.set(word, (lists.get(word) ?? 0) | (1 << place));
}

/** Valid phrase lengths in words, longest first. */
const LENGTHS = [24, 21, 18, 15, 12];
const SHORTEST = 12;
/** A longer run of such words is a word list. */
const RUN_MAX = 120;
/** Checksums computed per text: each takes some ten microseconds. */
const CHECKS_MAX = 600;

type Word = { text: string; index: number; end: number; lists: number };

/**
 * Finds recovery phrases of wallets (BIP-39): 12 to 24 consecutive words of one of its lists, optionally numbered or
 * separated by commas, with a valid checksum. Phrases of repeated words and ordered word lists are samples.
 */
export function findSeedPhrases(text: string): Span[] {
  if (!hasRun(text.match(WORDS) ?? [])) return [];
  const spans: Span[] = [];
  let run: Word[] = [];
  let checks = 0;
  const close = () => {
    if (run.length >= SHORTEST && run.length <= RUN_MAX && checks < CHECKS_MAX) {
      for (let at = 0; at + SHORTEST <= run.length; at += 1) {
        const phrase = LENGTHS.map((length) => run.slice(at, at + length)).find((words) => {
          if (!LENGTHS.includes(words.length) || checks >= CHECKS_MAX) return false;
          checks += 1;
          return isPhrase(words);
        });
        if (!phrase) continue;
        const index = phrase[0]?.index ?? 0;
        const end = phrase.at(-1)?.end ?? index;
        spans.push({
          rule: "seed_phrase",
          kind: "secret_seed_phrase",
          what: "the recovery phrase of a wallet",
          index,
          end,
        });
        at += phrase.length - 1;
      }
    }
    run = [];
  };
  for (const match of text.matchAll(WORDS)) {
    const word = wordAt(match[0], match.index);
    if (!word) {
      if (!isCount(match[0])) close();
      continue;
    }
    run.push(word);
  }
  close();
  return spans;
}

const WORDS = /[\p{L}\p{M}]+|\d+|[;.!?]\s+(?=\p{Lu})|\n\s*\n/gu;

/**
 * Whether so many words in a row are on a list, with the numbers between them, that they may be a phrase. Every such run
 * covers at least one multiple of its shortest length, so few words are looked up.
 */
function hasRun(found: readonly string[]): boolean {
  const isIn = (at: number) => {
    const word = found[at];
    return word !== undefined && (isCount(word) || wordAt(word, 0) !== null);
  };
  for (let at = SHORTEST - 1; at < found.length; at += SHORTEST) {
    if (!isIn(at)) continue;
    let [from, end] = [at, at + 1];
    while (end - from < SHORTEST && isIn(from - 1)) from -= 1;
    while (end - from < SHORTEST && isIn(end)) end += 1;
    if (end - from >= SHORTEST) return true;
  }
  return false;
}

/** Numbers count the words: "1. abandon 2. ability". */
function isCount(found: string): boolean {
  return /^\d{1,2}$/.test(found);
}

function wordAt(found: string, index: number): Word | null {
  if (found.length > 40) return null;
  const text = found.toLowerCase().normalize("NFKD");
  const known = lists.get(text);
  return known === undefined ? null : { text, index, end: index + found.length, lists: known };
}

function isPhrase(words: Word[]): boolean {
  const common = words.reduce((all, word) => all & word.lists, -1);
  if (common === 0) return false;
  const texts = words.map(({ text }) => text);
  if (new Set(texts).size <= texts.length - 3) return false;
  if (texts.every((text, at) => at === 0 || (texts[at - 1] ?? "") <= text)) return false;
  return LISTS.some((list, place) => (common & (1 << place)) !== 0 && validateMnemonic(texts.join(" "), list));
}
