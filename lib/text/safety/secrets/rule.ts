import { looksRandom } from "@/lib/text/safety/secrets/judge-value";

/** Characters of tokens, and the end of one. */
export const A = "[A-Za-z0-9]";
export const U = "[A-Za-z0-9_-]";
export const END = "(?![A-Za-z0-9])";

/** A value read from a text: the secret itself, without quotes. */
export type Value = { text: string; index: number };

/** One row of the table of secrets. */
export type SecretRule = {
  /** Unique; responses name it in `rule`. */
  id: string;
  /** The finding code in responses. Several rows may share it. */
  kind: string;
  /** A description to follow "holds". */
  what: string;
  /**
   * Literals of two or more characters at which the shape is tried, not inside words. If empty, the shape is global and
   * has 24 consecutive letters, digits, hyphens and underscores.
   */
  gate: readonly string[];
  /** The gate may occur inside a word, because the token begins before it. */
  inside?: true;
  /** The gate is lower case and matches any case of ASCII letters. */
  folded?: true;
  /**
   * Sticky, tried at each gate. A sequence of character classes with bounded repeats, so its work is bounded too. The
   * secret is the group `secret` at its end, or the whole match, or with `read` the text after it. The group `head` in
   * a lookbehind is the part before the gate.
   */
  shape: RegExp;
  /** Reads the secret after a shape that describes only the text before it. */
  read?: (text: string, at: number) => Value | null;
  /** Confirms the secret. A secret that begins with its gate is passed without it. */
  check?: (secret: string) => boolean;
};

/** A row of the table; its kind begins with `secret_`. */
export function row(
  id: string,
  kind: string,
  what: string,
  gate: readonly string[],
  shape: RegExp,
  more: Pick<SecretRule, "inside" | "folded" | "read" | "check"> = {},
): SecretRule {
  return { id, kind: `secret_${kind}`, what, gate, shape, ...more };
}

/** Has digits or looks random: excludes names and slugs. */
export function looksMade(secret: string): boolean {
  return /\d/.test(secret) || looksRandom(secret);
}

/** Like `looksMade`, and has both cases. */
export function mixesCases(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && looksMade(secret);
}

const CLOSING: Record<string, string> = { "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "‘": "’" };
const OPENING = /\\?(["'“„«「『‘])[ \u00a0]?/y;
const BARE = /[!#-%*-:=?-[\]-_a-z~]{1,160}/y;
const WORD_MAX = 160;

/**
 * The word at a position in a command, file or sentence: in quotes up to the closing quote, otherwise up to a blank or
 * a character that ends a shell word, without sentence punctuation.
 */
export function readWord(text: string, at: number): Value | null {
  OPENING.lastIndex = at;
  const open = OPENING.exec(text);
  if (open) {
    const from = at + open[0].length;
    const quote = open[1] ?? "";
    const closing = CLOSING[quote] ?? quote;
    for (let end = from; end < Math.min(text.length, from + WORD_MAX); end += 1) {
      const char = text.charAt(end);
      if (char === "\n") break;
      if (!closing.includes(char)) continue;
      const inside = text.slice(from, end).replace(/\\$|\u00a0$/, "");
      return inside === "" ? null : { text: inside, index: from };
    }
    return readBare(text, from);
  }
  return readBare(text, at);
}

/** Like `readWord`, without quotes. */
export function readBare(text: string, at: number): Value | null {
  const found = matchAt(BARE, text, at)?.replace(/[.,:!?…]+$/, "");
  // A call or a type continues after the word.
  if (!found || /[({<]/.test(text.charAt(at + found.length))) return null;
  return { text: found, index: at };
}

/** What a sticky pattern finds at a position. */
export function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}
