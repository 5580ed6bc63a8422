/** One piece of evidence against a text. It never holds the text itself, so it may be answered and logged. */
export type Finding = {
  /** Stable snake_case id, such as `secret_github_token` or `bidi_control`. */
  kind: string;
  /** The same in words, to be read after "the text holds": "a GitHub token". */
  what: string;
  /** Where it begins, in UTF-16 code units. */
  index: number;
};

/** A finding with its end (exclusive, code units) and the rule that found it. */
export type Span = Finding & { end: number; rule: string };

/** More findings than this say nothing new; a hostile text could hold thousands. */
export const FINDINGS_MAX = 100;
