/** Words of two letters or more, single Chinese characters, options of commands, and signs that join commands. */
const TERM = /[A-Za-zÀ-ÿ_]{2,}|[\u4e00-\u9fff]|--?[a-z]+|[|>$&]+/g;
/** A skill is scored in windows of this many lines, each half over the one before: harm in one place is not diluted by the rest. */
const WINDOW_LINES = 45;
const STEP_LINES = 22;

type Window = { text: string };

/** The single terms of a text in their order, in lower case. */
export function singleTerms(text: string): string[] {
  return text.toLowerCase().match(TERM) ?? [];
}

/** How often each term and each pair of neighbouring terms occurs. */
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

/** The windows of a text; one for a text that is hardly longer than a window. */
export function windowsOf(text: string): Window[] {
  const lines = text.split("\n");
  return windowsOfLines(lines.length).map(({ from, to }) => ({ text: lines.slice(from, to).join("\n") }));
}

/** The windows of a text of so many lines: lines from `from`, counted from 0, to before `to`. */
export function windowsOfLines(count: number): Array<{ from: number; to: number }> {
  if (count <= WINDOW_LINES * 1.3) return [{ from: 0, to: count }];
  const windows: Array<{ from: number; to: number }> = [];
  for (let from = 0; ; from += STEP_LINES) {
    windows.push({ from, to: Math.min(count, from + WINDOW_LINES) });
    if (from + WINDOW_LINES >= count) return windows;
  }
}

/** The share of one term in a text's vector before it is brought to length 1: what a term says grows slowly with how often it occurs. */
export function weightInText(count: number, idf: number): number {
  return (1 + Math.log(count)) * idf;
}
