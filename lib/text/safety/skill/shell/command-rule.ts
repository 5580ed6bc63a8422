/** A rule about one command: every pattern must occur in its words, joined by blanks. */
export type CommandRule = {
  row: string;
  rule: string;
  what: string;
  names: readonly string[];
  words: readonly RegExp[];
  not?: RegExp;
  /** Ordinary by itself: counts only next to prose that conceals something or relays a stranger, or with `firm`. */
  weak?: true;
  firm?: RegExp;
};
