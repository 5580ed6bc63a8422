import { Fragment } from "react";

type MarkedProps = {
  text: string;
  /** Words as written in the text, from the search. */
  words?: readonly string[] | undefined;
  /** The typed text, for lists that match prefixes of words. */
  typed?: string | undefined;
};

/** Text with whole-word matches marked. Plain text in, elements out. */
export function Marked({ text, words = [], typed = "" }: MarkedProps) {
  const starts = typed.match(/[\p{L}\p{N}][\p{L}\p{N}.+#_-]*/gu)?.filter((word) => word.length > 2) ?? [];
  const sought = [...words.map(whole), ...starts.slice(0, 20).map(start)];
  if (sought.length === 0) return text;
  // Splitting by a group alternates text and match. Longer words first, because they contain shorter ones.
  const pattern = new RegExp(`(${sought.sort((a, b) => b.length - a.length).join("|")})`, "giu");
  return text.split(pattern).map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    return place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>;
  });
}

/** Scripts without spaces between words have no whole words to match. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function whole(word: string): string {
  return WITHOUT_SPACES.test(word) ? escaped(word) : `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`;
}

function start(word: string): string {
  return `(?<![\\p{L}\\p{N}])${escaped(word)}[\\p{L}\\p{N}]*`;
}

/** Under the `u` flag a hyphen outside a class must not be escaped. */
function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/**
 * An excerpt for people: its words, without the marks of headings, lists, links and emphasis. Code stays as it is
 * written, so that `app/**\/route.ts` keeps its stars.
 */
export function excerptInWords(excerpt: string): string {
  return withoutMarks(excerpt).replace(/`+/g, "");
}

/** "caching" adds nothing to a title with "cache". */
const STEM_MIN = 4;
const ENDING_MAX = 3;

type Match = { excerpt: string | null; matched_words: string[] };

/**
 * The excerpt of a match, with its code in backticks, if it has a matched word that neither title nor description has;
 * null otherwise, because it would say nothing new.
 */
export function addedExcerpt(match: Match, skill: { title: string; description: string }): string | null {
  if (match.excerpt === null) return null;
  const said = `${skill.title} ${skill.description}`.toLowerCase();
  const excerpt = match.excerpt.toLowerCase();
  const adds = match.matched_words
    .map((word) => word.toLowerCase())
    .some(
      (word) => excerpt.includes(word) && !said.includes(word.slice(0, Math.max(STEM_MIN, word.length - ENDING_MAX))),
    );
  return adds ? withoutMarks(match.excerpt) : null;
}

function withoutMarks(excerpt: string): string {
  return excerpt
    .replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$/gm, "")
    .replace(/^[ \t>]*#{1,6}[ \t]+(.*[\p{L}\p{N}`)])[ \t]*$/gmu, "$1:")
    .replace(/^[ \t>]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/!?\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/(?<![\w*/`])(\*\*|__)(?=\S)([^*_\n]{1,200})(?<=\S)\1(?![\w*/`])/g, "$2")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .trim();
}
