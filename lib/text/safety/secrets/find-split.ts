import type { Span } from "@/lib/text/safety/finding";
import { looksRandom } from "@/lib/text/safety/secrets/judge-value";

/** The maximum number of parts of a broken token. */
const PARTS_MAX = 3;
/** The minimum length of the joined parts: shorter ones are words. */
const JOINED_MIN = 16;
/** The maximum gap between two parts. */
const GAP_MAX = 12;
/** Only the ends of a longer word are read. */
const PART_READ = 200;
/** Characters read before and after the words at a break: the name of a value may be some lines before it. */
const SURROUNDINGS = 300;

type Part = { index: number; end: number };

/**
 * Finds secrets that blanks, line ends, or hyphens and backslashes at line ends break into parts. It reads the text
 * twice more. `findTokens` (secrets with a shape of their own) reads every two and three adjacent words of which one
 * looks like part of a token, joined into one word. `findAny` reads the context of the breaks between parts that are
 * not words, without the breaks. A finding counts if it crosses a break.
 */
export function findSplit(
  text: string,
  { findTokens, findAny }: { findTokens: (text: string) => Span[]; findAny: (text: string) => Span[] },
): Span[] {
  const parts = partsOf(text);
  const few = readNeighbours(text, parts);
  const all = readWithoutBreaks(text, parts);
  return [
    ...few.across(few.isEmpty() ? [] : findTokens(few.text())),
    ...all.across(all.hasJoins() ? findAny(all.text()) : []).filter((span) => isMade(text.slice(span.index, span.end))),
  ];
}

/** The words of a text, without the backslashes that continue a word on the next line. */
function partsOf(text: string): Part[] {
  return [...text.matchAll(/[^\s\\]+(?:\\[^\s\\]+)*/g)].map(({ 0: word, index }) => ({
    index,
    end: index + word.length,
  }));
}

function readNeighbours(text: string, parts: Part[]): Reading {
  const reading = new Reading(text);
  for (const [first, part] of parts.entries()) {
    let length = part.end - part.index;
    let isLike = looksLikePart(text, part);
    for (let count = 2; count <= PARTS_MAX; count += 1) {
      const left = parts[first + count - 2];
      const right = parts[first + count - 1];
      if (!left || !right || !isJoinable(text, left, right)) break;
      length += right.end - right.index;
      isLike ||= looksLikePart(text, right);
      if (!isLike || length < JOINED_MIN) continue;
      const joined = parts.slice(first, first + count);
      reading.addWord(joined, true);
      if (joined.slice(0, -1).some(({ end }) => text.charAt(end - 1) === "-")) reading.addWord(joined, false);
    }
  }
  return reading;
}

/** The context of each break between parts, without the break. */
function readWithoutBreaks(text: string, parts: Part[]): Reading {
  const reading = new Reading(text);
  let from = 0;
  let end = 0;
  for (const [place, part] of parts.entries()) {
    const next = parts[place + 1];
    if (!next || !isJoinable(text, part, next)) continue;
    const left = /[\w+/.~%-]+$/.exec(text.slice(Math.max(part.index, part.end - PART_READ), part.end))?.[0] ?? "";
    if (!isPart(left, text.charAt(part.end - left.length - 1) === "=")) continue;
    const right = /^[\w+/.~%-]+/.exec(text.slice(next.index, Math.min(next.end, next.index + PART_READ)))?.[0] ?? "";
    if (!isPart(right, false) || left.length + right.length < 10) continue;
    const hyphen = text.charAt(part.end - 1) === "-" && text.slice(part.end, next.index).includes("\n") ? 1 : 0;
    const start = part.index - SURROUNDINGS;
    if (start > end) {
      reading.add(from, end);
      if (end > 0) reading.separate();
      from = start;
    }
    reading.add(from, part.end - hyphen);
    reading.join();
    from = next.index;
    end = Math.min(next.end + SURROUNDINGS, text.length);
  }
  reading.add(from, end);
  return reading;
}

/** Whether only blanks and line continuation marks separate two parts of a token. */
function isJoinable(text: string, left: Part, right: Part): boolean {
  if (right.index - left.end > GAP_MAX) return false;
  return /[\w+/=.:%~$-]/.test(text.charAt(left.end - 1)) && /[\w+/=.:%~$-]/.test(text.charAt(right.index));
}

function looksLikePart(text: string, { index, end }: Part): boolean {
  if (end - index < 6) return false;
  const part = text.slice(index, Math.min(end, index + PART_READ));
  return /\d/.test(part) && /[A-Za-z]/.test(part);
}

/** Whether it could be part of a value rather than a word of a sentence. */
function isPart(word: string, maySpell: boolean): boolean {
  if (/^[A-Z]?[a-z]+$|^[A-Z]{6,}$|^\d{0,3}$|^\W*$/.test(word)) return false;
  return maySpell || !/^[A-Z]{2,5}$/.test(word);
}

function isMade(broken: string): boolean {
  const parts = broken.split(/-?\\?\s+/);
  const whole = parts.join("");
  if (whole.length < JOINED_MIN || !looksRandom(whole)) return false;
  return parts.every((part, place) => isPart(part.replace(/[=.]+$/, ""), place === 0));
}

/** Reassembled parts of a text that keep their original positions. */
class Reading {
  private readonly out: string[] = [];
  private length = 0;
  /** The start of each piece in the reading and in the text. */
  private readonly pieces: Array<{ at: number; from: number; length: number }> = [];
  private readonly joins: number[] = [];

  constructor(private readonly source: string) {}

  text(): string {
    return this.out.join("");
  }

  isEmpty(): boolean {
    return this.length === 0;
  }

  hasJoins(): boolean {
    return this.joins.length > 0;
  }

  add(from: number, end: number): void {
    if (end <= from) return;
    this.pieces.push({ at: this.length, from, length: end - from });
    this.out.push(this.source.slice(from, end));
    this.length += end - from;
  }

  /** Marks an omitted break at this position. */
  join(): void {
    this.joins.push(this.length);
  }

  /** Adds parts as one separate word, with or without the hyphens that end them. */
  addWord(parts: ReadonlyArray<{ index: number; end: number }>, keepsHyphens: boolean): void {
    for (const [place, { index, end }] of parts.entries()) {
      const isLast = place === parts.length - 1;
      this.add(index, !isLast && !keepsHyphens && this.source.charAt(end - 1) === "-" ? end - 1 : end);
      if (!isLast) this.join();
    }
    this.separate();
  }

  /** Separates the following text from the preceding text. */
  separate(): void {
    this.out.push(SEPARATOR);
    this.length += SEPARATOR.length;
  }

  /** Findings that cross a break, at their positions in the text. */
  across(spans: Span[]): Span[] {
    return spans.flatMap((span) => {
      const join = this.joins[below(this.joins.length, (at) => (this.joins[at] ?? 0) <= span.index)];
      if (join === undefined || join >= span.end) return [];
      return [{ ...span, index: this.placeOf(span.index), end: this.placeOf(span.end - 1) + 1 }];
    });
  }

  private placeOf(at: number): number {
    const piece = this.pieces[below(this.pieces.length, (place) => (this.pieces[place]?.at ?? 0) <= at) - 1];
    return piece ? piece.from + Math.min(at - piece.at, piece.length) : at;
  }
}

const SEPARATOR = " \u0000 ";

/** The number of the first `length` positions, which are in order, for which `holds` is true. */
function below(length: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
