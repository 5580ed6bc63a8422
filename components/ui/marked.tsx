import { Fragment } from "react";

type Props = {
  text: string;
  /** Words as they are written in the text: the search says which. */
  words?: readonly string[] | undefined;
  /** What was typed, for lists that look for beginnings of words. */
  typed?: string | undefined;
};

/** Text with words marked where they stand as whole words. Plain text in, elements out. */
export function Marked({ text, words = [], typed = "" }: Props) {
  const starts = typed.match(/[\p{L}\p{N}][\p{L}\p{N}.+#_-]*/gu)?.filter((word) => word.length > 2) ?? [];
  const sought = [...words.map(whole), ...starts.slice(0, 20).map(start)];
  if (sought.length === 0) return text;
  // Splitting by a group gives text and match in turn. Longer words first: they hold shorter ones.
  const pattern = new RegExp(`(${sought.sort((a, b) => b.length - a.length).join("|")})`, "giu");
  return text.split(pattern).map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    return place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>;
  });
}

/** Scripts that put no spaces between words have no whole words to look for. */
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
