import type { Span } from "@/lib/safety/finding";
import { looksRandom } from "@/lib/safety/secrets/judge-value";
import { secretRules } from "@/lib/safety/secrets/rules";

/** A token may be broken into as many parts. */
const PARTS_MAX = 3;
/** Together they have at least as many characters: shorter ones are words. */
const JOINED_MIN = 16;
/** As much of the text before the parts is read with them, for what names them. */
const BEFORE = 48;

type Part = { index: number; end: number };
/** Where a piece of the text that is read anew came from. */
type Piece = { at: number; from: number; length: number };
type Reading = { text: string; pieces: Piece[]; joins: number[]; ends: number[] };

/**
 * Finds tokens that blanks, line ends, hyphens or backslashes at line ends, or the plus of a programming language break into
 * two or three parts. Every two and three neighbours of which one looks like a part of a token are read as one word, once
 * more, by the same rules; what they find counts when it goes across a break.
 */
export function findSplit(text: string, find: (text: string) => Span[]): Span[] {
  const reading = readJoined(text);
  if (reading.text === "") return [];
  return find(reading.text).flatMap((span) => {
    const isWithin = !reading.ends.some((end) => span.index < end && end < span.end);
    const crossed = reading.joins.filter((join) => span.index < join && join < span.end);
    if (!isWithin || crossed.length === 0) return [];
    if (!TOKENS.has(span.rule) && !isMade(reading.text, span, crossed)) return [];
    return [{ ...span, index: placeOf(reading, span.index), end: placeOf(reading, span.end - 1) + 1 }];
  });
}

/** Rows whose secret has a shape of its own. The others know a secret by what stands before it, so each part must tell too. */
const TOKENS = new Set([
  ...secretRules.filter((rule) => !rule.read).map((rule) => rule.id),
  "json_web_token",
  "telegram_bot_token",
  "discord_bot_token",
]);

function isMade(text: string, { index, end }: Span, joins: number[]): boolean {
  if (end - index < JOINED_MIN) return false;
  const cuts = [index, ...joins, end];
  return cuts.slice(1).every((cut, place) => {
    const part = text.slice(cuts[place] ?? index, cut);
    return /^[\w+/.~!#%^*-]+={0,2}$/.test(part) && ((/\d/.test(part) && /[A-Za-z]/.test(part)) || looksRandom(part));
  });
}

/** The text's neighbouring parts, joined, each with what stands before it; a NUL between one and the next. */
function readJoined(text: string): Reading {
  const reading: Reading = { text: "", pieces: [], joins: [], ends: [] };
  const out: string[] = [];
  let length = 0;
  const add = (from: number, end: number) => {
    if (end <= from) return;
    reading.pieces.push({ at: length, from, length: end - from });
    out.push(text.slice(from, end));
    length += end - from;
  };
  const parts = partsOf(text);
  for (const [first, part] of parts.entries()) {
    for (let count = 2; count <= PARTS_MAX; count += 1) {
      const last = parts[first + count - 1];
      if (!last || !isJoinable(text, parts, first, count)) break;
      if (!isTokenLike(text, parts, first, count)) continue;
      for (const keepsHyphen of text.charAt(part.end - 1) === "-" ? [true, false] : [true]) {
        add(Math.max(0, part.index - BEFORE), part.index);
        for (let place = first; place < first + count; place += 1) {
          const { index, end } = parts[place] ?? part;
          if (place > first) reading.joins.push(length);
          const isLast = place === first + count - 1;
          add(index, !isLast && !keepsHyphen ? end - (text.slice(index, end).match(/-$/)?.[0].length ?? 0) : end);
        }
        add(last.end, Math.min(text.length, last.end + 1));
        reading.ends.push(length);
        out.push(" \u0000 ");
        length += 3;
      }
    }
  }
  reading.text = out.join("");
  return reading;
}

/** The words of a text, without the marks that carry a word over a line end. */
function partsOf(text: string): Part[] {
  return [...text.matchAll(/[^\s\\]+(?:\\[^\s\\]+)*/g)].map(({ 0: word, index }) => ({
    index,
    end: index + word.length,
  }));
}

/** Whether nothing but blanks, and what carries a word over a line end, stands between the parts, and each may be one. */
function isJoinable(text: string, parts: Part[], first: number, count: number): boolean {
  const left = parts[first + count - 2];
  const right = parts[first + count - 1];
  if (!left || !right || right.index - left.end > 12) return false;
  return (
    /[A-Za-z0-9+/=_.:%~$-]/.test(text.charAt(left.end - 1)) && /[A-Za-z0-9+/=_.%~$-]/.test(text.charAt(right.index))
  );
}

function isTokenLike(text: string, parts: Part[], first: number, count: number): boolean {
  let length = 0;
  let isLike = false;
  for (let place = first; place < first + count; place += 1) {
    const { index = 0, end = 0 } = parts[place] ?? {};
    length += end - index;
    const part = text.slice(index, Math.min(end, index + 200));
    isLike ||= part.length >= 6 && /\d/.test(part) && /[A-Za-z]/.test(part);
  }
  return isLike && length >= JOINED_MIN;
}

function placeOf({ pieces }: Reading, at: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  return piece ? piece.from + Math.min(at - piece.at, piece.length) : at;
}
