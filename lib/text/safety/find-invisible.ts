import { FINDINGS_MAX, type Span } from "@/lib/text/safety/finding";
import { nameInvisible } from "@/lib/text/safety/name-invisible";

/**
 * Finds characters that readers do not see or that change the text direction. Legal emoji sequences, joiners between
 * letters of scripts that need them, and right-to-left letters are allowed. Adjacent characters of one kind make one
 * finding; there are at most 100 findings. Linear in the length of the text.
 *
 * `kind` is the kind of text. Prose is one paragraph of plain words. In markdown, a text or emoji selector may also
 * follow a symbol without an emoji form, because editors write "★" that way.
 */
export function findInvisible(text: string, kind: "prose" | "markdown"): Span[] {
  if (!SUSPECT.test(text)) return [];
  const findings: Span[] = [];
  let last: { kind: string; end: number; count: number; finding: Span } | null = null;
  for (const match of text.matchAll(SUSPECTS)) {
    const char = match[0];
    const index = match.index;
    const code = char.codePointAt(0) ?? 0;
    if (isLegal(text, index, char, code, kind)) continue;
    const named = nameInvisible(code);
    if (last && last.kind === named.kind && last.end === index) {
      last.count += 1;
      last.end = index + char.length;
      last.finding.end = last.end;
      last.finding.what = `a run of ${last.count} hidden characters, the first ${firstOf(text, last.finding.index)}`;
      continue;
    }
    if (findings.length === FINDINGS_MAX) break;
    const finding: Span = {
      rule: named.kind,
      kind: named.kind,
      what: `${named.what} (${hex(code)})`,
      index,
      end: index + char.length,
    };
    findings.push(finding);
    last = { kind: named.kind, end: index + char.length, count: 1, finding };
  }
  return findings;
}

// Default_Ignorable_Code_Point is Unicode's list of characters that renderers show as nothing. The class adds controls,
// line and paragraph separators, interlinear annotation, the object replacement character, noncharacters, and four
// characters that are blank by design (braille blank, musical null notehead, Khitan filler, Brahmi number joiner).
const CLASS =
  "[\\p{Default_Ignorable_Code_Point}\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u2065\\u2800\\uFFF0-\\uFFFC\\p{Noncharacter_Code_Point}\\u{1D159}\\u{16FE4}\\u{1107F}\\u{E0000}-\\u{E0FFF}]";
const SUSPECT = new RegExp(CLASS, "u");
const SUSPECTS = new RegExp(CLASS, "gu");

function isLegal(text: string, index: number, char: string, code: number, kind: "prose" | "markdown"): boolean {
  if (code === 0xfe0e || code === 0xfe0f) return isLegalSelector(text, index, kind);
  if (code === 0x200d) return joinsEmoji(text, index) || joinsLetters(text, index);
  if (code === 0x200c) return joinsLetters(text, index);
  if (code === 0x200b) return between(text, index, char.length, UNSPACED);
  if (code >= 0x180b && code <= 0x180f) return MONGOLIAN.test(before(text, index));
  if (code >= 0xe0020 && code <= 0xe007f) return isInFlag(text, index);
  return false;
}

/** U+FE0E or U+FE0F directly after one character with such a form; after a digit only in a keycap sequence. */
function isLegalSelector(text: string, index: number, kind: "prose" | "markdown"): boolean {
  const base = before(text, index);
  if (KEYCAP_BASE.test(base))
    return text.charCodeAt(index + 1) === 0x20e3 || (kind === "markdown" && isAnchor(text, index));
  return EMOJI.test(base) || (kind === "markdown" && SYMBOL.test(base));
}

/** Anchors generated from headings keep the selector of a removed emoji: `(#\uFE0F-install)`. */
function isAnchor(text: string, index: number): boolean {
  return text.startsWith("(#", index - 2);
}

/** A zero-width joiner between two pictographs; the first may have a selector or a skin tone. */
function joinsEmoji(text: string, index: number): boolean {
  let at = index;
  let base = before(text, at);
  if (base === "\uFE0F" || SKIN_TONE.test(base)) {
    at -= base.length;
    base = before(text, at);
  }
  return PICTOGRAPH.test(base) && PICTOGRAPH.test(after(text, index + 1));
}

/**
 * A joiner between two letters, marks or digits of one joining script, or an Indic joiner after a virama, also at the
 * end of a word (Unicode Standard, chapter 12; RFC 5892 appendix A has a stricter form of this rule).
 */
function joinsLetters(text: string, index: number): boolean {
  const left = before(text, index);
  const right = after(text, index + 1);
  if (VIRAMA.test(left)) return !JOINER.test(right);
  return JOINING_SCRIPTS.some((script) => script.test(left) && script.test(right));
}

// England, Scotland and Wales: the only subdivision flags that Unicode recommends for interchange. Other tag sequences
// render as a plain black flag and could carry hidden text.
const FLAGS = ["gbeng", "gbsct", "gbwls"].map(
  (name) =>
    `\u{1F3F4}${[...name].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{E007F}`,
);

function isInFlag(text: string, index: number): boolean {
  // A flag has fourteen code units; the base is at most twelve before any of its tags.
  const start = text.lastIndexOf("\u{1F3F4}", index);
  return start >= 0 && index - start <= 12 && FLAGS.some((flag) => text.startsWith(flag, start));
}

function between(text: string, index: number, length: number, script: RegExp): boolean {
  return script.test(before(text, index)) && script.test(after(text, index + length));
}

function before(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? Math.max(0, index - 2) : Math.max(0, index - 1), index);
}

function after(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function firstOf(text: string, index: number): string {
  const code = text.codePointAt(index) ?? 0;
  return `${nameInvisible(code).what} (${hex(code)})`;
}

function hex(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const KEYCAP_BASE = /^[0-9#*]$/;
const EMOJI = /^\p{Emoji}$/u;
const SYMBOL = /^[\p{So}\p{Sm}]$/u;
const SKIN_TONE = /^[\u{1F3FB}-\u{1F3FF}]$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const JOINER = /^[\u200B-\u200D]$/;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
// Scripts written without spaces: a zero-width space marks a possible line break.
const UNSPACED = /^[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}]$/u;
const VIRAMA =
  /^[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u17D2\u{11046}\u{110B9}\u{11133}\u{111C0}\u{11235}\u{112EA}\u{11442}\u{114C2}\u{115BF}\u{1163F}\u{116B6}]$/u;
const JOINING_SCRIPTS = [
  "Arab Syrc Nkoo Mong Mand Adlm Rohg",
  "Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Newa Tirh Gran Sidd Modi Takr",
].map((scripts) => new RegExp(`^(?=[${scripts.replace(/(\w{4})\s?/g, "\\p{scx=$1}")}])[\\p{L}\\p{M}\\p{Nd}]$`, "u"));
