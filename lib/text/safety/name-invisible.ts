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
