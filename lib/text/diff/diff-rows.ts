import type { DiffBlock, DiffPart } from "@/lib/contract/shown-text";
import { type Change, changesBetween, linesOf } from "@/lib/text/diff/unified-diff";

const CONTEXT_LINES = 3;
/** Shorter runs are shown, because folding them saves too little. */
const FOLDED_LINES_MIN = 4;
/** Blocks with more pairs than this are shown side by side without matching lines. */
const PAIRS_MAX = 2_500;
/** Longer lines are data, where marked words help little. */
const WORDS_MAX = 400;
/** The share that two lines must have in common to count as one rewritten line. */
const LIKENESS_MIN = 0.4;

/** Two texts for side-by-side display: unchanged lines folded, changed words marked. */
export function diffRows(older: string, newer: string): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  const changes = changesBetween(linesOf(older), linesOf(newer));
  let [fromOlder, fromNewer] = [1, 1];
  for (const [place, change] of changes.entries()) {
    if (change.kind === "changed") blocks.push({ kind: "changed", rows: rowsOf(change, fromOlder, fromNewer) });
    else blocks.push(...fold(change.older, fromOlder, fromNewer, place === 0, place === changes.length - 1));
    fromOlder += change.older.length;
    fromNewer += change.newer.length;
  }
  return blocks;
}

function fold(lines: string[], older: number, newer: number, isFirst: boolean, isLast: boolean): DiffBlock[] {
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const same = (from: number, to: number, folded: boolean): DiffBlock => ({
    kind: "same",
    folded,
    older: older + from,
    newer: newer + from,
    lines: lines.slice(from, to).map(withoutEnd),
  });
  if (lines.length < head + tail + FOLDED_LINES_MIN) return [same(0, lines.length, false)];
  return [
    same(0, head, false),
    same(head, lines.length - tail, true),
    same(lines.length - tail, lines.length, false),
  ].filter((block) => block.kind !== "same" || block.lines.length > 0);
}

function rowsOf(change: Change, fromOlder: number, fromNewer: number) {
  const [older, newer] = [change.older.map(withoutEnd), change.newer.map(withoutEnd)];
  return pairUp(older, newer).map(([i, j]) => {
    const [before, after] = [i === null ? null : (older[i] ?? ""), j === null ? null : (newer[j] ?? "")];
    const words = before !== null && after !== null ? markWords(before, after) : null;
    return {
      older: i === null ? null : { number: fromOlder + i, parts: words?.older ?? plain(before) },
      newer: j === null ? null : { number: fromNewer + j, parts: words?.newer ?? plain(after) },
    };
  });
}

type LinePair = [older: number | null, newer: number | null];

/** Pairs removed lines with added ones: the pairing with the most in common that keeps both orders. */
function pairUp(older: string[], newer: string[]): LinePair[] {
  const width = newer.length + 1;
  if (older.length * newer.length > PAIRS_MAX) return inTurn(older.length, newer.length);
  const [olderBags, newerBags] = [older.map(bagOf), newer.map(bagOf)];
  const likeness = older.map((_, i) => newer.map((_other, j) => likenessOf(olderBags[i], newerBags[j])));
  const best = new Float64Array((older.length + 1) * width);
  for (let i = older.length - 1; i >= 0; i -= 1) {
    for (let j = newer.length - 1; j >= 0; j -= 1) {
      const paired = (likeness[i]?.[j] ?? 0) + (best[(i + 1) * width + j + 1] ?? 0);
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < older.length || j < newer.length) {
    const here = best[i * width + j] ?? 0;
    const alike = likeness[i]?.[j] ?? 0;
    if (alike > 0 && here === alike + (best[(i + 1) * width + j + 1] ?? 0)) pairs.push([i++, j++]);
    else if (j >= newer.length || (i < older.length && here === (best[(i + 1) * width + j] ?? 0)))
      pairs.push([i++, null]);
    else pairs.push([null, j++]);
  }
  return besideEachOther(pairs);
}

/** Unpaired lines, removed and added, are put side by side until one side runs out. */
function besideEachOther(pairs: LinePair[]): LinePair[] {
  const result: LinePair[] = [];
  let [gone, come]: [number[], number[]] = [[], []];
  const flush = () => {
    for (let k = 0; k < Math.max(gone.length, come.length); k += 1) result.push([gone[k] ?? null, come[k] ?? null]);
    [gone, come] = [[], []];
  };
  for (const [i, j] of pairs) {
    if (i !== null && j !== null) {
      flush();
      result.push([i, j]);
    } else if (i !== null) gone.push(i);
    else if (j !== null) come.push(j);
  }
  flush();
  return result;
}

function inTurn(older: number, newer: number): LinePair[] {
  return Array.from({ length: Math.max(older, newer) }, (_, i) => [i < older ? i : null, i < newer ? i : null]);
}

type Bag = { size: number; words: Map<string, number> };

function bagOf(line: string): Bag {
  const words = new Map<string, number>();
  let size = 0;
  for (const word of wordsOf(line).slice(0, WORDS_MAX)) {
    if (word.trim() === "") continue;
    size += word.length;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return { size, words };
}

/** The share of characters in words that both lines have; 0 below the threshold for similar lines. */
function likenessOf(a: Bag | undefined, b: Bag | undefined): number {
  if (!a || !b || a.size + b.size === 0) return 0;
  let shared = 0;
  for (const [word, count] of a.words) shared += word.length * Math.min(count, b.words.get(word) ?? 0);
  const likeness = (2 * shared) / (a.size + b.size);
  return likeness < LIKENESS_MIN ? 0 : likeness;
}

function markWords(older: string, newer: string): { older: DiffPart[]; newer: DiffPart[] } | null {
  const [a, b] = [wordsOf(older), wordsOf(newer)];
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) return null;
  const changes = changesBetween(a, b);
  let common = 0;
  for (const { kind, older: words } of changes) if (kind === "same") common += words.join("").trim().length;
  // With little in common, marking words would mark nearly everything.
  if (common * 3 < Math.min(older.length, newer.length)) return null;
  return { older: joined(partsOf(changes, "older")), newer: joined(partsOf(changes, "newer")) };
}

function partsOf(changes: readonly Change[], side: "older" | "newer"): DiffPart[] {
  const parts: DiffPart[] = [];
  for (const change of changes) {
    const text = change[side].join("");
    if (text !== "") parts.push({ text, marked: change.kind === "changed" });
  }
  return parts;
}

/** A blank between two marked words is marked too, so that a phrase is one mark. */
function joined(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const [place, part] of parts.entries()) {
    const before = result.at(-1);
    const bridges = !part.marked && before?.marked && parts[place + 1]?.marked && part.text.trim() === "";
    const marked = part.marked || bridges === true;
    if (before && before.marked === marked) before.text += part.text;
    else result.push({ text: part.text, marked });
  }
  return result;
}

/** Words, runs of blanks, and every other character by itself. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}\p{M}_]+|\s+|./gsu) ?? [];
}

function plain(line: string | null): DiffPart[] {
  return line === null || line === "" ? [] : [{ text: line, marked: false }];
}

function withoutEnd(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}
