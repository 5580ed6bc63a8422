/** One piece of evidence against a text. It never contains the text itself, so it may be returned and logged. */
export type Finding = {
  /** Stable snake_case id, such as `secret_github_token` or `bidi_control`. */
  kind: string;
  /** The kind in words, to follow "the text holds": "a GitHub token". */
  what: string;
  /** Start, in UTF-16 code units. */
  index: number;
};

/** A finding with its end (exclusive, code units) and its rule. */
export type Span = Finding & { end: number; rule: string };

/** Further findings add no information, and a hostile text could contain thousands. */
export const FINDINGS_MAX = 100;

/**
 * The version of the rules that judge skills: an integer, incremented with every rule change. Texts published under a
 * smaller version must be judged again.
 */
export const RULES_VERSION = 5;
