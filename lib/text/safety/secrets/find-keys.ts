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
import { isMarkedPlaceholder, isPlaceholder, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { matchAt } from "@/lib/text/safety/secrets/rule";

/**
 * Finds secrets by structure instead of prefix: private keys, also in base64, JWTs, Telegram and Discord bot tokens.
 */
export function findKeys(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes("PRIVATE") || text.includes("SSH2") || text.includes("PuTTY")) findPrivateKeys(text, spans);
  if (text.includes("LS0tL")) findPackedKeys(text, spans);
  if (text.includes('"kty"')) findWebKeys(text, spans);
  if (text.includes("eyJ")) findJwts(text, spans);
  if (/A[KS]IA[A-Z0-9]{16}/.test(text)) findAwsSecrets(text, spans);
  findBotTokens(text, spans);
  return spans;
}

/** Forty base64 characters near a key id: AWS secret keys have no other distinguishing mark. */
function findAwsSecrets(text: string, spans: Span[]): void {
  const ids = [...text.matchAll(/A[KS]IA[A-Z0-9]{16}/g)].map(({ index }) => index);
  let next = 0;
  for (const { 0: value, index } of text.matchAll(AWS_SECRET)) {
    while (next < ids.length && (ids[next] ?? 0) < index - NEAR) next += 1;
    if (Math.abs((ids[next] ?? Number.POSITIVE_INFINITY) - index) > NEAR) continue;
    if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !looksRandom(value) || isMarkedPlaceholder(value)) continue;
    const what = "an AWS secret access key";
    spans.push({ rule: "aws_secret_beside_id", kind: "secret_aws_secret_key", what, index, end: index + value.length });
  }
}

const AWS_SECRET = /(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;
/** In characters: both are on the same line or on adjacent ones. */
const NEAR = 300;

/**
 * A private key counts if forty base64 characters follow its first line, or sixteen in one piece that are not a word,
 * and the text does not say that some were removed.
 */
function findPrivateKeys(text: string, spans: Span[]): void {
  for (const match of text.matchAll(KEY_BEGINS)) {
    const from = match.index + match[0].length;
    const body = text.slice(from, from + KEY_BODY_READ);
    const stop = body.search(/-{4}|Private-MAC/);
    const inside = stop < 0 ? body : body.slice(0, stop);
    const packed = inside.replace(KEY_HEADERS, "").replace(/\\+[nrt]|[\s"'+>|\\]+/g, "");
    const first = /^(?:\\[nr]|\s)*([A-Za-z0-9+/]{16})/.exec(inside)?.[1] ?? "";
    const isBegun = /[a-z]/.test(first) && /[A-Z].*[A-Z]/.test(first);
    if (!(isBegun || /[A-Za-z0-9+/]{40}/.test(packed)) || /\.{3}|…|\*{3}|(.)\1{11}|YOUR_/.test(packed)) continue;
    spans.push({
      rule: "private_key",
      kind: "secret_private_key",
      what: "a private key",
      index: match.index,
      end: from + inside.length,
    });
  }
}

const KEY_BODY_READ = 8_000;
const KEY_BEGINS =
  /-----BEGIN ?(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d:/g;
const KEY_HEADERS = /(?:^|[\n\\])n?[A-Z][A-Za-z-]{2,30}: [^\n\\]{0,100}/g;

/** Keys as in Kubernetes configurations: the whole file in base64. Certificates are encoded in the same way. */
function findPackedKeys(text: string, spans: Span[]): void {
  for (const { 0: packed, index } of text.matchAll(PACKED_FILE)) {
    const whole = packed.slice(0, KEY_BODY_READ).replace(/\s+/g, "");
    const inside: Span[] = [];
    findPrivateKeys(atob(whole.slice(0, whole.length - (whole.length % 4))), inside);
    if (inside.length > 0)
      spans.push({
        rule: "private_key_base64",
        kind: "secret_private_key",
        what: "a private key (base64)",
        index,
        end: index + packed.length,
      });
  }
}

/** "-----BEGIN" in base64 and the base64 after it, on one line or several. */
const PACKED_FILE = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{26,}(?:\s{1,20}[A-Za-z0-9+/]{16,})*/g;

function findWebKeys(text: string, spans: Span[]): void {
  for (const match of text.matchAll(/"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,700})"/g)) {
    if (isPlaceholder(match[1] ?? "")) continue;
    spans.push({
      rule: "private_key_jwk",
      kind: "secret_private_key",
      what: "a private key (JWK)",
      index: match.index,
      end: match.index + match[0].length,
    });
  }
}

function findJwts(text: string, spans: Span[]): void {
  for (const match of text.matchAll(JWT)) {
    if (isMarkedPlaceholder(match[0].slice(-20))) continue;
    spans.push({
      rule: "json_web_token",
      kind: "secret_jwt",
      what: "a JSON Web Token",
      index: match.index,
      end: match.index + match[0].length,
    });
  }
}

// Three parts, or five if encrypted. A part must not start inside a longer word, so each run is read a bounded number
// of times.
const JWT =
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,1500}\.(?:eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{3,1000}|[A-Za-z0-9_-]{0,4000}\.[A-Za-z0-9_-]{16,1000})(?:\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,100})?/g;

/**
 * Telegram: eight to ten digits, a colon, 35 characters. Discord: three parts of fixed lengths. Found by their `:` and
 * `.`.
 */
function findBotTokens(text: string, spans: Span[]): void {
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    if (!isDigit(text.charCodeAt(at - 1))) continue;
    const found = matchAt(TELEGRAM_TAIL, text, at);
    const head = /(?<![0-9])[0-9]{8,10}$/.exec(text.slice(Math.max(0, at - 11), at))?.[0];
    if (found && head && looksRandom(found.slice(1)) && !isPlaceholder(found)) {
      spans.push({
        rule: "telegram_bot_token",
        kind: "secret_telegram_token",
        what: "a Telegram bot token",
        index: at - head.length,
        end: at + found.length,
      });
    }
  }
  for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
    const found = matchAt(DISCORD_TAIL, text, at);
    if (!found) continue;
    const head = /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,27}$/.exec(text.slice(Math.max(0, at - 29), at))?.[0];
    if (head && looksRandom(found.slice(8)) && !isPlaceholder(head + found)) {
      spans.push({
        rule: "discord_bot_token",
        kind: "secret_discord_token",
        what: "a Discord bot token",
        index: at - head.length,
        end: at + found.length,
      });
    }
  }
}

const TELEGRAM_TAIL = /:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y;
const DISCORD_TAIL = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])/y;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

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
