import { Fragment } from "react";

/** Text with the words of a query marked, also as beginnings of words. Plain text in, elements out. */
export function Marked({ text, query }: { text: string; query?: string | undefined }) {
  const words = (query ?? "").match(/[\p{L}\p{N}][\p{L}\p{N}.+#_-]*/gu)?.filter(isTelling) ?? [];
  if (words.length === 0) return text;
  const pattern = new RegExp(
    `((?<![\\p{L}\\p{N}])(?:${words.slice(0, 20).map(escaped).join("|")})[\\p{L}\\p{N}]*)`,
    "giu",
  );
  // Splitting by a group gives text and match in turn.
  return text.split(pattern).map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    return place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>;
  });
}

/** Words that every text has say nothing about a match. */
const COMMON = new Set(
  "about and are can does for from get has have how into its not of on or that the their there this to use was what when where which why will with without you your".split(
    " ",
  ),
);

function isTelling(word: string): boolean {
  return word.length > 2 && !COMMON.has(word.toLowerCase());
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");
}
