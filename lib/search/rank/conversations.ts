import { read } from "@/db/client";
import type { ConversationBasis } from "@/db/queries/still-true";
import {
  type ConversationRow,
  conversationById,
  conversationsAbout,
  frequentLexemes,
  lexemesOf,
} from "@/db/queries/thread-search";
import { makeLookup } from "@/db/shared-reads";
import { cache } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";

export type Conversations = Readonly<{
  rows: readonly ConversationRow[];
  /** What the rows were found by: null when no thread can have the words, because there are none. */
  basis: ConversationBasis | null;
  /** Whether `basis` is enough to confirm them later. */
  isKept: boolean;
}>;

const NO_CONVERSATIONS: Conversations = { rows: [], basis: null, isKept: true };

/** At most `limit` threads about a query, best first; the thread itself when the query is its id. */
export async function conversationsOn(query: string, limit: number): Promise<Conversations> {
  if (limit === 0) return NO_CONVERSATIONS;
  const named = namedThread(query);
  if (named !== null) {
    const thread = await read((sql) => conversationById(sql, named));
    return { rows: thread === null ? [] : [thread], basis: null, isKept: false };
  }
  const asked = await threadWords(query);
  if (asked === null) return NO_CONVERSATIONS;
  const { rows, at } = await read((sql) => conversationsAbout(sql, asked, limit));
  return { rows, basis: { thread_ids: rows.map((row) => row.thread_id), asked, at }, isKept: true };
}

const THREAD_ID = /^thr_[A-Za-z0-9_-]{22}$/;

/** The thread whose id a query is. */
export function namedThread(query: string): string | null {
  const text = query.trim();
  return THREAD_ID.test(text) ? text : null;
}

type ThreadWords = {
  /** Every query word as a full-text query. */
  words: string[];
  /** A full-text query that matches every text with one of them. */
  some: string;
  /** A query that matches threads which may have half of them: few even among a million. */
  narrow: string;
  /** A query that matches threads with all of them. */
  all: string;
};

const FREQUENT_MS = 60_000;
const WORDS_BYTES_MAX = 4_000_000;
/** Of a longer question only the rarest words count. */
const WORDS_MAX = 16;

/**
 * The search criteria for threads, null when the text has no word. A thread with half of the words has at least one of
 * the rarer half, and two of the rarer half plus the next word. Frequent words are therefore queried only in pairs, and
 * the most frequent ones not at all.
 */
export async function threadWords(text: string): Promise<ThreadWords | null> {
  const [lexemes, frequent] = await Promise.all([lexemesOfText(text), frequentWords()]);
  const share = (word: string) => frequent.get(word) ?? 0;
  const words = [...lexemes].sort((a, b) => share(a) - share(b)).slice(0, WORDS_MAX);
  if (words.length === 0) return null;
  const each = words.map(quoted);
  return {
    words,
    some: each.join(" | "),
    narrow: narrowQuery(words, (word) => share(word) > 0),
    all: each.join(" & "),
  };
}

/** A full-text query that matches every text with at least half of these words. The rarest words come first. */
export function narrowQuery(words: readonly string[], isFrequent: (word: string) => boolean): string {
  const needed = Math.ceil(words.length / 2);
  const one = words.slice(0, words.length - needed + 1);
  const rare = one.filter((word) => !isFrequent(word));
  if (needed === 1 || rare.length === one.length) return one.map(quoted).join(" | ");
  const two = words.slice(0, words.length - needed + 2).filter(isFrequent);
  const pairs = two.flatMap((left, place) =>
    two.slice(place + 1).map((right) => `(${quoted(left)} & ${quoted(right)})`),
  );
  return [...rare.map(quoted), ...pairs].join(" | ");
}

/** Quoted as an operand of a tsquery, whatever characters the word has. */
function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/**
 * What the database makes of a word never changes, so only words that are new here are sent to it. A text with a tag is
 * one, because only a tag may have blanks inside.
 */
async function lexemesOfText(text: string): Promise<readonly string[]> {
  const kept = cache<readonly string[]>("thread-words", WORDS_BYTES_MAX);
  const pieces = text.includes("<") ? [text] : piecesOf(text);
  const found = await Promise.all(
    [...new Set(pieces)].map(async (piece) => {
      const lexemes = kept.get(piece) ?? (await readLexemes(piece)) ?? [];
      kept.set(piece, lexemes);
      return lexemes;
    }),
  );
  return [...new Set(found.flat())].sort();
}

/** The words of a text. A stop word shows where another one is beside it, which decides how some signs are read. */
function piecesOf(text: string): string[] {
  const words = text.trim().split(/\s+/);
  const last = words.length - 1;
  return words.map((word, place) => `${place === 0 ? "" : "a "}${word}${place === last ? "" : " a"}`);
}

const readLexemes = makeLookup(lexemesOf);

function frequentWords(): Promise<ReadonlyMap<string, number>> {
  const kept = singleton("search-frequent-words", () => ({
    at: Number.NEGATIVE_INFINITY,
    words: Promise.resolve<ReadonlyMap<string, number>>(new Map()),
  }));
  if (Date.now() - kept.at > FREQUENT_MS) {
    kept.at = Date.now();
    kept.words = read(frequentLexemes).then((rows) => new Map(rows.map(({ lexeme, share }) => [lexeme, share])));
    kept.words.catch(() => {
      kept.at = Number.NEGATIVE_INFINITY;
    });
  }
  return kept.words;
}
