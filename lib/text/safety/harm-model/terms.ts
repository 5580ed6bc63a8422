/** Words of two or more letters, single Chinese characters, command options, and operators that join commands. */
const TERM = /[A-Za-zÀ-ÿ_]{2,}|[\u4e00-\u9fff]|--?[a-z]+|[|>$&]+/g;
/**
 * Lines per scored window; each overlaps half of the one before. Windows keep the rest of a text from diluting harm in
 * one place.
 */
const WINDOW_LINES = 45;
const STEP_LINES = 22;

type Window = { text: string };

/** The single terms of a text, in order and in lower case. */
export function singleTerms(text: string): string[] {
  return text.toLowerCase().match(TERM) ?? [];
}

/** The number of occurrences of each term and each pair of adjacent terms. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  let before: string | undefined;
  for (const term of singleTerms(text)) {
    add(term);
    if (before !== undefined) add(`${before} ${term}`);
    before = term;
  }
  return counts;
}

/** The windows of a text; one if the text is hardly longer than a window. */
export function windowsOf(text: string): Window[] {
  const lines = text.split("\n");
  return windowsOfLines(lines.length).map(({ from, to }) => ({ text: lines.slice(from, to).join("\n") }));
}

/** The windows of a text with `count` lines: from line `from`, counted from 0, to before `to`. */
export function windowsOfLines(count: number): Array<{ from: number; to: number }> {
  if (count <= WINDOW_LINES * 1.3) return [{ from: 0, to: count }];
  const windows: Array<{ from: number; to: number }> = [];
  for (let from = 0; ; from += STEP_LINES) {
    windows.push({ from, to: Math.min(count, from + WINDOW_LINES) });
    if (from + WINDOW_LINES >= count) return windows;
  }
}

/**
 * The component of one term in a text's vector before normalisation to length 1. It grows sublinearly with the term
 * count.
 */
export function weightInText(count: number, idf: number): number {
  return (1 + Math.log(count)) * idf;
}
