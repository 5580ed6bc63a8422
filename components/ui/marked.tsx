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
