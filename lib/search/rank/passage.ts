import { isInside, type Line, type Range, unbroken } from "@/lib/text/markdown/lines";

/** Words shown in a long line before the match. */
const WORDS_BEFORE = 6;
const LINES_ADDED_MAX = 3;
/** Characters before a match in a text without blanks. */
const CHARACTERS_BEFORE = 40;
const CUT = "…";

/** Lines that begin a block of their own, and lines that are one, without marks of quotes. */
const BEGINS = /^(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\|.*\|\s*$|<!--)/;
const ALONE = /^(?:#{1,6}\s|\|.*\|\s*$)/;

/**
 * The passage of a text that begins in the line of a match, with the lines after it that fit; null when nothing of it
 * can be shown. `lines` are those of the text up to some way behind the match.
 */
export function passageAt(text: string, lines: readonly Line[], match: number, charactersMax: number): string | null {
  const at = lines.findIndex((line) => line.end >= match);
  const kind = lines[at]?.kind;
  if (kind === "code") return codeAt(text, lines, at, charactersMax);
  return kind === "text" ? proseAt(text, lines, at, charactersMax, match) : null;
}

/** Whole lines of one code block. */
function codeAt(text: string, lines: readonly Line[], at: number, charactersMax: number): string | null {
  const { start = 0 } = lines[at] ?? {};
  const isCode = (place: number) => lines[place]?.kind === "code";
  const last = lastThatFits(text, lines, at, start, charactersMax - 2 * (CUT.length + 1), isCode);
  if (last === null) return null;
  const shown = text.slice(start, lines[last]?.end).trim();
  const before = isCode(at - 1) ? `${CUT}\n` : "";
  return `${before}${shown}${isCode(last + 1) ? `\n${CUT}` : ""}`;
}

/** The last line, of at most three more, with which the passage fits. Null when not even the first does. */
function lastThatFits(
  text: string,
  lines: readonly Line[],
  at: number,
  start: number,
  charactersMax: number,
  belongs: (place: number) => boolean,
): number | null {
  let last: number | null = null;
  let added = -1;
  for (let place = at; belongs(place); place += 1) {
    const { start: from = 0, end = 0 } = lines[place] ?? {};
    if (text.slice(from, end).trim() === "") continue;
    added += 1;
    if (added > LINES_ADDED_MAX || end - start > charactersMax) break;
    last = place;
  }
  return last;
}

function proseAt(
  text: string,
  lines: readonly Line[],
  at: number,
  charactersMax: number,
  first: number,
): string | null {
  const room = charactersMax - 2 * CUT.length;
  const begins = firstOfBlock(text, lines, at);
  const whole = blockAfter(text, lines, begins);
  const { start: blockStart = 0 } = lines[begins] ?? {};
  const { end: blockEnd = 0 } = lines[whole] ?? {};
  const { code, tags } = unbroken(text, blockStart, blockEnd);
  const { start: lineStart = 0, end: lineEnd = 0 } = lines[at] ?? {};
  const isLong = lineEnd - lineStart > room;
  const matched = isLong || code.length > 0 || tags.length > 0 ? first : lineStart;
  const wanted = isLong ? wordsBefore(text, lineStart, matched) : lineStart;
  const from = startBefore(text, { wanted, matched, blockStart }, code, tags);
  if (from === null) return null;
  const barrier = tags.find(({ start }) => start >= from)?.start ?? blockEnd;
  const inBlock = endBefore(text, lines, { at, from, barrier, blockEnd }, room, code);
  if (inBlock === null || inBlock <= matched) return null;
  const end = inBlock === blockEnd ? endAfterBlock(text, lines, whole, from, room, at) : inBlock;
  const before = text.slice(blockStart, from).trim() === "" ? "" : CUT;
  const shown = text.slice(from, end).trim();
  const last = lines.findIndex((line) => line.end === end);
  const cutCode = last > 0 && lines[last]?.kind === "code" && lines[last + 1]?.kind === "code";
  const after = end < blockEnd && text.slice(end, blockEnd).trim() !== "" ? CUT : cutCode ? `\n${CUT}` : "";
  return shown === "" ? null : `${before}${shown}${after}`;
}

/** What stands in a line, without indent and marks of quotes. */
function said(text: string, line: Line | undefined): string {
  return line ? text.slice(line.start, line.end).replace(/^[\s>]+/, "") : "";
}

/** Whether a block ends between these lines. */
function isDivided(text: string, before: Line | undefined, after: Line | undefined): boolean {
  if (before?.kind !== "text" || after?.kind !== "text") return true;
  const [one, other] = [said(text, before), said(text, after)];
  return (
    one === "" ||
    other === "" ||
    ALONE.test(one) ||
    BEGINS.test(other) ||
    (isQuote(text, after) && !isQuote(text, before))
  );
}

function isQuote(text: string, { start, end }: Line): boolean {
  return /^\s{0,12}>/.test(text.slice(start, end));
}

/** A paragraph, a list item with its lines, a heading or a row. */
function firstOfBlock(text: string, lines: readonly Line[], at: number): number {
  let first = at;
  while (first > 0 && !isDivided(text, lines[first - 1], lines[first])) first -= 1;
  return first;
}

/** The last line of the block that begins in this line. */
function blockAfter(text: string, lines: readonly Line[], first: number): number {
  let last = first;
  while (last + 1 < lines.length && !isDivided(text, lines[last], lines[last + 1])) last += 1;
  return last;
}

/** Six words before the match, or the start of the line when that is not much further. */
function wordsBefore(text: string, lineStart: number, matched: number): number {
  const words = [...text.slice(lineStart, matched).matchAll(/\S+/g)];
  if (words.length <= 2 * WORDS_BEFORE) return lineStart;
  return lineStart + (words.at(-WORDS_BEFORE)?.index ?? 0);
}

/** Where the passage begins: at a word, outside of code and behind the last tag before the match. */
function startBefore(
  text: string,
  { wanted, matched, blockStart }: { wanted: number; matched: number; blockStart: number },
  code: readonly Range[],
  tags: readonly Range[],
): number | null {
  if (isInside(tags, matched)) return null;
  const least = tags.findLast(({ end }) => end <= matched)?.end ?? blockStart;
  let from = Math.max(wanted, least);
  while (from > least && (isInside(code, from) || !/\s/.test(text.charAt(from - 1)))) from -= 1;
  while (from < matched && /\s/.test(text.charAt(from))) from += 1;
  if (matched - from <= 2 * CHARACTERS_BEFORE || code.some(({ start }) => start < matched && start >= from))
    return from;
  // A text without blanks.
  const near = Math.max(least, matched - CHARACTERS_BEFORE);
  const cut = wordStarts(text.slice(near, matched)).find((place) => place > 0);
  return cut === undefined ? matched : near + cut;
}

/** Where the passage ends inside its block: at a line end if one fits, else in the first line at a word. */
function endBefore(
  text: string,
  lines: readonly Line[],
  { at, from, barrier, blockEnd }: { at: number; from: number; barrier: number; blockEnd: number },
  room: number,
  code: readonly Range[],
): number | null {
  const most = Math.min(from + room, barrier);
  const allowed = (place: number) => place > from && place <= most && !isInside(code, place);
  let end: number | null = null;
  for (let place = at; place <= at + LINES_ADDED_MAX && (lines[place]?.end ?? 0) <= blockEnd; place += 1) {
    const lineEnd = lines[place]?.end ?? 0;
    if (allowed(lineEnd)) end = lineEnd;
    if (lineEnd > most) break;
  }
  if (end !== null) return end;
  if (barrier < from + room && allowed(barrier)) return barrier;
  for (let place = most; place > from; place -= 1)
    if (allowed(place) && /\s/.test(text.charAt(place)) && !/\s/.test(text.charAt(place - 1))) return place;
  const cut = wordStarts(text.slice(from, most)).findLast((place) => place > 0 && allowed(from + place));
  return cut === undefined ? null : from + cut;
}

/** The places at which a word of a text without blanks may begin. */
function wordStarts(piece: string): number[] {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(piece)].map(({ index }) => index);
}

/** The end of the last block or line of code after this one with which the passage still fits. */
function endAfterBlock(
  text: string,
  lines: readonly Line[],
  whole: number,
  from: number,
  room: number,
  at: number,
): number {
  let end = lines[whole]?.end ?? 0;
  let added = whole - at;
  for (let place = whole + 1; place < lines.length && added < LINES_ADDED_MAX; ) {
    const line = lines[place];
    if (!line) break;
    if (said(text, line) === "") {
      place += 1;
      continue;
    }
    const last = line.kind === "text" ? blockAfter(text, lines, place) : place;
    const next = lines[last];
    if (!next || next.end - from > room - CUT.length) break;
    if (line.kind === "text" && unbroken(text, line.start, next.end).tags.length > 0) break;
    added += line.kind === "fence" ? 0 : last - place + 1;
    if (added > LINES_ADDED_MAX) break;
    // A fence that opens is shown with code in it only.
    if (line.kind !== "fence" || lines[place - 1]?.kind === "code") end = next.end;
    if (line.kind === "fence" && lines[place - 1]?.kind === "code") break;
    place = last + 1;
  }
  return end;
}
