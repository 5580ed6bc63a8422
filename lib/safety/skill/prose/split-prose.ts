import { fold } from "@/lib/safety/skill/prose/dictionary";
import { type Form, formsOf } from "@/lib/safety/skill/prose/name-forms";

type Piece = { kind: "word" | "stop" | "break" | "han"; text: string; at: number };

const PIECES_MAX = 12_000;

/** Splits prose into words and breaks. Words keep the signs that addresses and paths are made of. Linear. */
export function splitProse(text: string): Piece[] {
  const pieces: Piece[] = [];
  const word =
    /[\p{Script=Han}]+|https?:\/\/[^\s<>"'`)\]|，。；、）」》*]{1,300}|[\p{L}\p{N}_~$%@.\\/*#=:+{}&?-][\p{L}\p{N}_~$%@.\\/*#=:+{}&?-]*|[!?。！？;；,，:：()（）—–|、\n]/gu;
  for (const match of text.matchAll(word)) {
    if (pieces.length >= PIECES_MAX) break;
    let piece = match[0];
    const at = match.index;
    const first = piece.charAt(0);
    if (/\p{Script=Han}/u.test(first)) pieces.push({ kind: "han", text: piece, at });
    else if (piece === "\n") {
      if (/^\s{0,8}(?:[-*+|•]|\d{1,3}[.)]\s|\n|$)/.test(text.slice(at + 1, at + 12)))
        pieces.push({ kind: "stop", text: piece, at });
    } else if (/^[!?。！？]$/.test(piece)) pieces.push({ kind: "stop", text: piece, at });
    else if (/^[;；]$/.test(piece)) pieces.push({ kind: "stop", text: piece, at });
    else if (/^[,，:：()（）—–|、]$/.test(piece)) pieces.push({ kind: "break", text: piece, at });
    else {
      const ends = /^(.*?)([.:;!?]+)$/s.exec(piece);
      const tail = ends?.[2] ?? "";
      if (ends) piece = ends[1] ?? "";
      if (piece !== "") pieces.push({ kind: "word", text: piece, at });
      if (tail.includes(":")) pieces.push({ kind: "break", text: ":", at: at + piece.length });
      else if (tail && (tail !== "." || !/^(?:e\.g|i\.e|z\.B|bzw|etc|usw|vs|p\.ej|d\.h|u\.a|ca)$/i.test(piece)))
        pieces.push({ kind: "stop", text: tail, at: at + piece.length });
    }
  }
  return pieces;
}

export type Unit = { text: string; raw: string; at: number; kind: "word" | "thing" | "break" | "han"; forms?: Form[] };

/** The words of a piece; an address, a path or a variable stays one word. */
export function wordsOf(piece: Piece): Unit[] {
  const forms = formsOf(piece.text);
  if (forms.length > 0) return [{ text: fold(piece.text), raw: piece.text, at: piece.at, kind: "thing", forms }];
  const units: Unit[] = [];
  for (const match of piece.text.matchAll(/[\p{L}\p{N}_.$@/]+/gu)) {
    const raw = match[0].replace(/^[./]+(?=\p{L})/u, (dot) => (dot === "." ? "." : ""));
    if (raw !== "") units.push({ text: fold(raw), raw, at: piece.at + match.index, kind: "word" });
  }
  return units;
}
