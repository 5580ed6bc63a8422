import { hashOf } from "@/lib/search/query/analyse-version";
import { asWritten, hasListOfTerms, otherLanguage, placesOfNames } from "@/lib/search/query/question-shape";
import { familyOf } from "@/lib/search/query/stem";
import { languageNames, technologyNames } from "@/lib/search/query/technology-table";
import { type Token, termOf, tokensOf } from "@/lib/search/query/terms";
import { relatedTerms } from "@/lib/search/query/vocabulary";
import { activityWords, commonWords, softWords } from "@/lib/search/query/word-lists";

/** Library statistics for ranking. Frequencies may lag a little behind the documents. */
export type Statistics = {
  documents: number;
  /** False when only the most frequent terms are in memory: a term with no documents here may then be a rare one. */
  isWhole: boolean;
  /** Mean length of each field, in terms. */
  means: readonly [number, number, number, number];
  documentsWith(term: string): number;
  /** Known terms within a typing error of this one, nearest first. */
  similarTo(term: string): ReadonlyArray<{ term: string; weight: number }>;
  /** Known terms of the same family (deploy, deployment), without the term itself. */
  familyOf(family: string): readonly string[];
  /** Known terms with this prefix, most frequent first. */
  startingWith(prefix: string): readonly string[];
};

/** Terms that must all occur for the variant to count, and its weight then. */
export type Variant = { terms: readonly string[]; hashes: readonly number[]; weight: number; importance: number };

export type QueryWord = {
  term: string;
  word: string;
  /** How much the word says about the topic, 0 to 1: its rarity, reduced for words like "want" or "project". */
  importance: number;
  /** A word of everyday English: its absence from a text means little. */
  ordinary: boolean;
  /** The name of a technology: a version that neither contains it nor is for it is about another one. */
  names: boolean;
  /** Such a name that says where the answer must work: a language, or "with Express". */
  scopes: boolean;
  /** False for words that express a wish ("need", "use", "x") or what to do ("deploy") rather than its object. */
  telling: boolean;
  /** False when the library has no word with this spelling. */
  known: boolean;
  variants: readonly Variant[];
};

export type QueryWords = {
  /** Terms are listed behind the question. */
  hasList: boolean;
  /** Of a question that is not in English: the words that were not understood, in lower case. */
  unread: readonly string[];
  words: readonly QueryWord[];
  pairs: ReadonlyArray<{ hash: number; first: number; second: number }>;
};

/** Longer queries keep their first words. */
export const WORDS_MAX = 40;
const VARIANTS_MAX = 40;
const DOCUMENTS_TO_UNDERSTAND_MIN = 2;
/**
 * The share of its rarity that a word keeps when it only expresses a wish, or is everyday English that the library
 * never uses.
 */
export const SHARES = { soft: 0.25, unknownCommon: 0.3 };
/** How much a form of a word counts, as a share of the word itself. */
export const WEIGHTS = { parts: 0.85, joined: 0.95, split: 0.85, family: 0.75, prefix: 0.7 };

/**
 * The words of a query with their variants: compounds joined and split, word families, related words, typing errors
 * (only for words unknown to both the library and the table of technologies), and with `prefix` the last word as the
 * start of a longer one.
 */
export function queryWords(query: string, statistics: Statistics, options: { prefix?: boolean } = {}): QueryWords {
  const { read, unread } = understood(query, statistics);
  const tokens = spread(read, statistics).slice(0, WORDS_MAX);
  const named = placesOfNames(query);
  const seen = new Set<string>();
  const words: QueryWord[] = [];
  tokens.forEach((token, index) => {
    if (seen.has(token.term)) return;
    seen.add(token.term);
    const last = options.prefix === true && index === tokens.length - 1;
    words.push(wordOf(token, tokens[index - 1], tokens[index + 1], statistics, { last, named }));
  });
  const pairs = tokens.slice(0, -1).map((token, index) => {
    const next = tokens[index + 1];
    const place = (term: string) => words.findIndex((word) => word.term === term);
    return { hash: hashOf(`${token.term} ${next?.term}`), first: place(token.term), second: place(next?.term ?? "") };
  });
  return { words, pairs, hasList: hasListOfTerms(query), unread };
}

/**
 * The tokens of a query, all of them in English. Of another language those are understood that the library's texts use
 * or that name a technology; a Latin word that is not a compound must be in two texts, because one may quote that
 * language. The words that every sentence of that language has are left out like the English ones.
 */
function understood(query: string, statistics: Statistics): { read: Token[]; unread: string[] } {
  const tokens = tokensOf(asWritten(query));
  const other = otherLanguage(query);
  if (!other) return { read: tokens, unread: [] };
  const told = tokens.filter(({ word }) => !other.owns(word));
  const isRead = ({ term, word, parts }: Token) => {
    const isPlain = parts.length === 0 && /\p{Script=Latin}/u.test(word);
    return technologyNames.has(word) || statistics.documentsWith(term) >= (isPlain ? DOCUMENTS_TO_UNDERSTAND_MIN : 1);
  };
  const unread = told.filter((token) => !isRead(token)).map(({ word }) => word);
  return { read: told.filter(isRead), unread: [...new Set(unread)] };
}

/** The rarity of a term, 0 (everywhere) to 1 (nowhere). */
export function rarity(term: string, statistics: Statistics): number {
  const { documents } = statistics;
  const having = Math.min(statistics.documentsWith(term), documents);
  const most = Math.log(1 + (documents + 0.5) / 0.5);
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5)) / most;
}

/**
 * A compound that no text writes as one word is searched by its parts. A product name is split only when a part is a
 * product name itself: MySQL is not "my" and "sql".
 */
function spread(tokens: readonly Token[], statistics: Statistics): Token[] {
  return tokens.flatMap((token) => {
    if (token.parts.length === 0 || statistics.documentsWith(token.term) > 0) return [token];
    const parts = token.parts.map((term) => ({ term, word: writtenPart(token, term), parts: [] }));
    const isOneName = technologyNames.has(token.word) && !parts.some(({ word }) => technologyNames.has(word));
    return isOneName ? [{ ...token, parts: [] }] : parts;
  });
}

/** "postgres" for its stem in "postgres.js". */
function writtenPart({ word }: Token, term: string): string {
  return word.split(/[^\p{L}\p{N}]+/u).find((piece) => termOf(piece) === term) ?? term;
}

function wordOf(
  token: Token,
  before: Token | undefined,
  after: Token | undefined,
  statistics: Statistics,
  { last, named }: { last: boolean; named: ReturnType<typeof placesOfNames> },
): QueryWord {
  const variants = new Map<string, { terms: readonly string[]; weight: number }>();
  const add = (terms: readonly string[], weight: number) => {
    const key = terms.join(" ");
    const present = variants.get(key);
    if (present ? present.weight < weight : variants.size < VARIANTS_MAX) variants.set(key, { terms, weight });
  };
  const having = statistics.documentsWith(token.term);
  add([token.term], 1);
  if (token.parts.length > 1) add(token.parts, WEIGHTS.parts);
  for (const [left, right] of [
    [before, token],
    [token, after],
  ]) {
    if (!left || !right) continue;
    const joined = left.word.replace(/[^\p{L}\p{N}]/gu, "") + right.term;
    if (statistics.documentsWith(joined) > 0) add([joined], WEIGHTS.joined);
  }
  for (const related of relatedTerms(token.term, before?.term, after?.term)) {
    if (related.terms.every((term) => statistics.documentsWith(term) > 0)) add(related.terms, related.weight);
  }
  for (const term of statistics.familyOf(familyOf(token.term))) if (term !== token.term) add([term], WEIGHTS.family);
  if (last && token.term.length > 1)
    for (const term of statistics.startingWith(token.term)) add([term], WEIGHTS.prefix);
  const parts = splitOf(token.term, statistics);
  const soft = softWords.has(token.word) || softWords.has(token.term) || /^[a-z\d]$/.test(token.term);
  const ordinary = soft || commonWords.has(token.term) || /^[\d.]+$/.test(token.term);
  // A technology missing from the library is not a typing error of another one: Nuxt is not Next.
  if (having === 0 && !ordinary && !technologyNames.has(token.word))
    for (const similar of statistics.similarTo(token.term)) add([similar.term], similar.weight);
  if (parts && rarityOf(parts, statistics) < rarity(token.term, statistics)) add(parts, WEIGHTS.split);
  const spelt = [...variants.values()].filter((variant) =>
    variant.terms.every((term) => statistics.documentsWith(term) > 0),
  );
  const known = having > 0 || spelt.length > 0;
  // A mistyped word is as rare as the intended word, not as rare as the typing error.
  const standsFor = having > 0 || spelt.length === 0 ? [token.term] : (spelt[0]?.terms ?? [token.term]);
  const rarest = rarityOf(standsFor, statistics);
  const importance = rarest * (soft ? SHARES.soft : ordinary && !known ? SHARES.unknownCommon : 1);
  // "Express" may be a train, "nested" does not mean Nest, and "Windows" does not mean window.
  const isEveryday = soft || (ordinary && token.word === token.term);
  const names = technologyNames.has(token.word) && (!isEveryday || named.written.has(token.word));
  return {
    term: token.term,
    word: token.word,
    importance,
    ordinary,
    names,
    scopes: names && (named.scopes.has(token.word) || languageNames.has(token.word)),
    telling: !soft && !activityWords.has(token.term),
    known,
    // A common word found in place of a rare one counts only as the common word.
    variants: [...variants.values()].map(({ terms, weight }) => ({
      terms,
      hashes: terms.map(hashOf),
      weight,
      importance: weight * Math.min(importance, rarityOf(terms, statistics)),
    })),
  };
}

function rarityOf(terms: readonly string[], statistics: Statistics): number {
  return Math.max(...terms.map((term) => rarity(term, statistics)));
}

/** "staticwebapp" → "static", "webapp": the split into two known parts whose rarer part is the most frequent. */
function splitOf(term: string, statistics: Statistics): string[] | null {
  let best: { parts: string[]; having: number } | null = null;
  if (term.length < 6 || !/^[a-z]+$/.test(term)) return null;
  for (let at = 3; at <= term.length - 3; at += 1) {
    const parts = [term.slice(0, at), term.slice(at)];
    const having = Math.min(...parts.map((part) => statistics.documentsWith(part)));
    if (having > 0 && (best === null || having > best.having)) best = { parts, having };
  }
  return best?.parts ?? null;
}

/** Reads from the database how many documents contain each of these terms; terms without any are omitted. */
type CountTerms = (terms: string[]) => Promise<ReadonlyArray<{ term: string; documents: number }>>;

/**
 * The same statistics plus the counts of the query's words that are too rare to be in memory: otherwise a name that
 * occurs in one of many thousand versions would be taken for a typing error. Queries only words unknown to memory.
 */
export async function withRareWords(statistics: Statistics, query: string, count: CountTerms): Promise<Statistics> {
  if (statistics.isWhole) return statistics;
  const terms = new Set(tokensOf(query).flatMap(({ term, parts }) => [term, ...parts]));
  const unknown = [...terms].filter((term) => statistics.documentsWith(term) === 0);
  if (unknown.length === 0) return statistics;
  const rare = new Map((await count(unknown)).map(({ term, documents }) => [term, documents]));
  if (rare.size === 0) return statistics;
  return { ...statistics, documentsWith: (term) => rare.get(term) ?? statistics.documentsWith(term) };
}
