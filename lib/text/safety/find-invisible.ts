import { FINDINGS_MAX, type Span } from "@/lib/text/safety/finding";

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

/** The class of an invisible character: a stable id and a description. Every code point has one. */
export function nameInvisible(code: number): { kind: string; what: string } {
  const row = RANGES.find(([first, last]) => code >= first && code <= last);
  return row
    ? { kind: row[2], what: row[3] }
    : { kind: "default_ignorable", what: "a character that renders as nothing" };
}

// Narrow ranges precede the wide ones that contain them.
const RANGES: ReadonlyArray<readonly [number, number, string, string]> = [
  [0x00, 0x1f, "c0_control", "a control character"],
  [0x7f, 0x7f, "c0_control", "a delete character"],
  [0x80, 0x9f, "c1_control", "a C1 control character"],
  [0xad, 0xad, "soft_hyphen", "a soft hyphen"],
  [0x34f, 0x34f, "grapheme_joiner", "a combining grapheme joiner"],
  [0x61c, 0x61c, "bidi_mark", "an Arabic letter mark"],
  [0x115f, 0x1160, "hangul_filler", "a Hangul filler"],
  [0x3164, 0x3164, "hangul_filler", "a Hangul filler"],
  [0xffa0, 0xffa0, "hangul_filler", "a Hangul filler"],
  [0x17b4, 0x17b5, "khmer_inherent_vowel", "an invisible Khmer vowel"],
  [0x180e, 0x180e, "mongolian_separator", "a Mongolian vowel separator"],
  [0x180b, 0x180f, "mongolian_selector", "a Mongolian variation selector"],
  [0x200b, 0x200b, "zero_width_space", "a zero-width space"],
  [0x200c, 0x200c, "zero_width_non_joiner", "a zero-width non-joiner"],
  [0x200d, 0x200d, "zero_width_joiner", "a zero-width joiner"],
  [0x200e, 0x200e, "bidi_mark", "a left-to-right mark"],
  [0x200f, 0x200f, "bidi_mark", "a right-to-left mark"],
  [0x2028, 0x2028, "line_separator", "a line separator"],
  [0x2029, 0x2029, "paragraph_separator", "a paragraph separator"],
  [0x202a, 0x202a, "bidi_control", "a left-to-right embedding"],
  [0x202b, 0x202b, "bidi_control", "a right-to-left embedding"],
  [0x202c, 0x202c, "bidi_control", "a pop directional formatting"],
  [0x202d, 0x202d, "bidi_control", "a left-to-right override"],
  [0x202e, 0x202e, "bidi_control", "a right-to-left override"],
  [0x2060, 0x2060, "word_joiner", "a word joiner"],
  [0x2061, 0x2064, "invisible_operator", "an invisible mathematical operator"],
  [0x2066, 0x2066, "bidi_isolate", "a left-to-right isolate"],
  [0x2067, 0x2067, "bidi_isolate", "a right-to-left isolate"],
  [0x2068, 0x2068, "bidi_isolate", "a first strong isolate"],
  [0x2069, 0x2069, "bidi_isolate", "a pop directional isolate"],
  [0x206a, 0x206f, "deprecated_format", "a deprecated format character"],
  [0x2800, 0x2800, "braille_blank", "a braille blank"],
  [0xfe00, 0xfe0f, "variation_selector", "a variation selector"],
  [0xfdd0, 0xfdef, "noncharacter", "a noncharacter"],
  [0xfeff, 0xfeff, "byte_order_mark", "a byte order mark"],
  [0xfff9, 0xfffb, "interlinear_annotation", "an interlinear annotation character"],
  [0xfffc, 0xfffc, "object_replacement", "an object replacement character"],
  [0xfffe, 0xffff, "noncharacter", "a noncharacter"],
  [0x1107f, 0x1107f, "blank_letter", "a Brahmi number joiner"],
  [0x16fe4, 0x16fe4, "blank_letter", "a Khitan filler"],
  [0x1bca0, 0x1bca3, "shorthand_control", "a shorthand format control"],
  [0x1d159, 0x1d159, "musical_control", "a musical null notehead"],
  [0x1d173, 0x1d17a, "musical_control", "a musical format control"],
  [0xe0000, 0xe007f, "tag_character", "a tag character"],
  [0xe0100, 0xe01ef, "variation_selector_supplement", "a supplementary variation selector"],
  [0xe0080, 0xe0fff, "tag_block", "a reserved character of the tag planes"],
];

/** Whether Postgres and JSON can hold a text exactly: no lone surrogate, no U+0000. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
