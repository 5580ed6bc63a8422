/** A heading of a rendered text, with the id of its element. */
export type Heading = { id: string; text: string; level: 2 | 3 };

/** Parts of a text that a reader of the rendered page cannot see, or sees as something else. */
export type UnseenKind =
  | "comment"
  | "html"
  | "misleading_link"
  | "link_target"
  | "image_target"
  | "definition"
  | "code_note"
  | "character";
/** A range of the text, in UTF-16 code units, `end` exclusive. `note` gives details that the kind does not. */
export type Unseen = { kind: UnseenKind; start: number; end: number; note: string | null };

/** `marked`: the part of a rewritten line that differs. */
export type DiffPart = { text: string; marked: boolean };
/** `number` counts from 1. */
export type DiffLine = { number: number; parts: DiffPart[] };
/** A run of lines in the comparison of two texts. */
export type DiffBlock =
  /** Lines in both versions, numbered from `older` and `newer`. `folded`: far from any change. */
  | { kind: "same"; folded: boolean; older: number; newer: number; lines: string[] }
  /** Differing lines. A row with both sides is a rewritten line. */
  | { kind: "changed"; rows: Array<{ older: DiffLine | null; newer: DiffLine | null }> };
