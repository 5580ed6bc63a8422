import { fold } from "@/lib/text/safety/skill/prose/dictionary";
import { type Form, formsOf } from "@/lib/text/safety/skill/prose/name-forms";

type Piece = { kind: "word" | "stop" | "break" | "han"; text: string; at: number };

const PIECES_MAX = 12_000;

/** Splits prose into words and breaks. Words keep the signs used in addresses and paths. Linear. */
export function splitProse(text: string): Piece[] {
  const pieces: Piece[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match && pieces.length < PIECES_MAX; match = WORD.exec(text)) {
    let piece = match[0];
    const at = match.index;
    const first = piece.charAt(0);
    if (first >= HAN_FIRST && HAN.test(first)) pieces.push({ kind: "han", text: piece, at });
    else if (piece === "\n") {
      if (ITEM_AHEAD.test(text.slice(at + 1, at + 12))) pieces.push({ kind: "stop", text: piece, at });
    } else if (piece.length === 1 && STOPS.includes(piece)) pieces.push({ kind: "stop", text: piece, at });
    else if (piece.length === 1 && BREAKS.includes(piece)) pieces.push({ kind: "break", text: piece, at });
    else {
      let end = piece.length;
      while (end > 0 && MARKS.includes(piece.charAt(end - 1))) end -= 1;
      const tail = piece.slice(end);
      piece = piece.slice(0, end);
      if (piece !== "") pieces.push({ kind: "word", text: piece, at });
      if (tail.includes(":")) pieces.push({ kind: "break", text: ":", at: at + piece.length });
      else if (tail && (tail !== "." || !ABBREVIATION.test(piece)))
        pieces.push({ kind: "stop", text: tail, at: at + piece.length });
    }
  }
  return pieces;
}

const WORD =
  /[\p{Script=Han}]+|https?:\/\/[^\s<>"'`)\]|，。；、）」》*]{1,300}|[\p{L}\p{N}_~$%@.\\/*#=:+{}&?-][\p{L}\p{N}_~$%@.\\/*#=:+{}&?-]*|[!?。！？;；,，:：()（）—–|、\n]/gu;
const HAN = /\p{Script=Han}/u;
/** The first character of that script: a script class is slower than a comparison. */
const HAN_FIRST = "\u2E80";
const ITEM_AHEAD = /^\s{0,8}(?:[-*+|•]|\d{1,3}[.)]\s|\n|$)/;
const STOPS = "!?。！？;；";
const BREAKS = ",，:：()（）—–|、";
/** At the end of a word, these signs are not part of it. */
const MARKS = ".:;!?";
const ABBREVIATION = /^(?:e\.g|i\.e|z\.B|bzw|etc|usw|vs|p\.ej|d\.h|u\.a|ca)$/i;

export type Unit = { text: string; raw: string; at: number; kind: "word" | "thing" | "break" | "han"; forms?: Form[] };

/** The words of a piece; an address, a path or a variable stays one word. */
export function wordsOf(piece: Piece): Unit[] {
  const forms = formsOf(piece.text);
  if (forms.length > 0) return [{ text: fold(piece.text), raw: piece.text, at: piece.at, kind: "thing", forms }];
  if (LETTERS.test(piece.text)) return [{ text: fold(piece.text), raw: piece.text, at: piece.at, kind: "word" }];
  const units: Unit[] = [];
  for (const match of piece.text.matchAll(/[\p{L}\p{N}_.$@/]+/gu)) {
    const raw = match[0].replace(/^[./]+(?=\p{L})/u, (dot) => (dot === "." ? "." : ""));
    if (raw !== "") units.push({ text: fold(raw), raw, at: piece.at + match.index, kind: "word" });
  }
  return units;
}

const LETTERS = /^[a-z]+$/i;
