import { memo } from "@/lib/platform/caches";
import { stem } from "@/lib/search/query/stem";
import { stopWords } from "@/lib/search/query/word-lists";

/** One position in a text, shared by its terms (a compound gives the whole and its parts). */
export type Token = {
  /** The stemmed whole: `nextjs` for "Next.js", `migrat` for "migrating". */
  term: string;
  /** The word as written, lower case, for excerpts and messages. */
  word: string;
  /** Stemmed parts of a compound ("static-web-app", "MockMvc"), empty for a plain word. */
  parts: readonly string[];
};

/** Anything longer is not a word: encoded data, hashes. */
const WORD_CHARACTERS_MAX = 48;

const WORD = /\.net\b|[\p{L}\p{M}\p{N}_]+(?:[.\-'’+/#:@][\p{L}\p{M}\p{N}_]+)*(?:\+\+|#)?/giu;
/** The same for ASCII, many times faster than with Unicode properties. */
const ASCII_WORD = /\.[Nn][Ee][Tt]\b|[A-Za-z0-9_]+(?:[.\-'+/#:@][A-Za-z0-9_]+)*(?:\+\+|#)?/g;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/u;
const NAMES: ReadonlyMap<string, string> = new Map([
  [".net", "dotnet"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  ["c++", "cpp"],
]);

/** Texts repeat their words, so the tokens of some twenty thousand written words are kept. */
const TOKENS_BYTES_MAX = 8_000_000;
const tokensByWord = memo<readonly Token[]>("tokens", TOKENS_BYTES_MAX);

/**
 * Text → tokens, for indexed text and for queries alike: case and accents folded, light English stems, compounds kept
 * whole and split, names and versions kept ("c#", "next.js", "3.12"), scripts without spaces as character pairs. Stop
 * words are omitted. Linear in the text. Callers must not modify the tokens, which are shared.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  eachWritten(text, (_, known) => {
    for (const token of known) tokens.push(token);
  });
  return tokens;
}

/** The same word by word: each written run with its tokens. */
export function eachWritten(text: string, take: (written: string, tokens: readonly Token[]) => void): void {
  const plain = text.replace(/[\u2018\u2019]/g, "'").replace(/[\u2000-\u2bff]|\ufe0f/g, " ");
  const ascii = /^[\0-\x7f]*$/.test(plain);
  for (const [raw] of ascii ? plain.matchAll(ASCII_WORD) : plain.normalize("NFKC").matchAll(WORD)) {
    let known = tokensByWord.get(raw);
    if (known === undefined) {
      known = read(raw);
      if (raw.length <= WORD_CHARACTERS_MAX) tokensByWord.set(raw, known);
    }
    take(raw, known);
  }
}

/** Every term of a text, wholes and parts, in order. */
export function termsOf(text: string): string[] {
  return tokensOf(text).flatMap((token) => [token.term, ...token.parts]);
}

/** The indexed term of one word. */
export function termOf(word: string): string {
  return tokensOf(word)[0]?.term ?? "";
}

/** The tokens of one run of word characters. */
function read(raw: string): Token[] {
  const tokens: Token[] = [];
  for (const piece of raw.split(/[/:@]/)) {
    if (piece.length === 0) continue;
    if (WITHOUT_SPACES.test(piece)) tokens.push(...pairs(piece));
    else if (piece.length <= WORD_CHARACTERS_MAX) addWord(tokens, piece);
    else
      for (const part of piece.split(/[^\p{L}\p{N}]+/u)) if (part.length <= WORD_CHARACTERS_MAX) addWord(tokens, part);
  }
  return tokens;
}

function addWord(tokens: Token[], given: string): void {
  if (/n['’]t$/i.test(given)) return;
  const written = given.replace(/['’](s|re|ve|ll|d|m)?$/i, "");
  const lower = folded(written);
  const named = NAMES.get(lower);
  if (named) {
    tokens.push({ term: named, word: lower, parts: [] });
    return;
  }
  const bare = lower.replace(/[#+]+$/, "");
  if (/^v?\d+(\.\d+)*$/.test(bare)) {
    tokens.push({ term: bare.replace(/^v/, ""), word: bare, parts: [] });
    return;
  }
  const parts = partsOf(written);
  if (parts.length <= 1) {
    const plain = bare.replace(/[^\p{L}\p{N}]/gu, "");
    if (plain.length > 0 && !stopWords.has(plain)) tokens.push({ term: stem(plain), word: plain, parts: [] });
    return;
  }
  const whole = parts.join("");
  const told = parts.filter((part) => !stopWords.has(part) && (part.length > 1 || /\d/.test(part))).map(stem);
  if (told.length > 0) tokens.push({ term: stem(whole), word: lower, parts: told });
}

/** The parts of kebab-case, snake_case, dotted and camelCase words, folded. Versions inside stay together. */
function partsOf(written: string): string[] {
  if (written.length < 4 && /^\p{L}+$/u.test(written)) return [folded(written)];
  return written
    .replace(/(\p{L}{3})(\d)/gu, "$1 $2")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, "$1 $2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part.length > 0)
    .map(folded);
}

function folded(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x20-\x7e]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, "")
        .normalize("NFC");
}

function pairs(piece: string): Token[] {
  const characters = [...piece.toLowerCase()];
  if (characters.length === 1) return [{ term: piece, word: piece, parts: [] }];
  return characters.slice(0, -1).map((character, index) => {
    const pair = character + (characters[index + 1] ?? "");
    return { term: pair, word: pair, parts: [] };
  });
}
