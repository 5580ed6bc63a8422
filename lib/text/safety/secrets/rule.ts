import { looksRandom } from "@/lib/text/safety/secrets/judge-value";

/** A value read from a text: the secret itself, without quotes. */
export type Value = { text: string; index: number };

/** One row of the table of secrets. */
export type SecretRule = {
  /** Unique; answers name it in `rule`. */
  id: string;
  /** The code of the finding in answers. Several rows may share it. */
  kind: string;
  /** In words, to be read after "holds". */
  what: string;
  /**
   * Fixed texts of two or more characters at which the shape is tried, not inside words. None: the shape is global, and has 24 letters,
   * digits, hyphens and low lines in a row.
   */
  gate: readonly string[];
  /** The gate may stand inside a word, because the token begins before it. */
  inside?: true;
  /** The gate is lower case and stands for any case of ASCII letters. */
  folded?: true;
  /**
   * Sticky, tried at each gate. One character class after another with bounded repeats, so its work is bounded too. The
   * secret is the group `secret` at its end, or all of it, or with `read` what stands after it. The group `head` in a look
   * behind is its part before the gate.
   */
  shape: RegExp;
  /** Reads the secret after a shape that describes only what stands before it. */
  read?: (text: string, at: number) => Value | null;
  /** Whether the secret is one. A secret that begins with its gate is given without it. */
  check?: (secret: string) => boolean;
};

/** Has digits or looks random: keeps names and slugs out. */
export function looksMade(secret: string): boolean {
  return /\d/.test(secret) || looksRandom(secret);
}

/** As `looksMade`, and in both cases. */
export function mixesCases(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && looksMade(secret);
}

const CLOSING: Record<string, string> = { "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "‘": "’" };
const OPENING = /\\?(["'“„«「『‘])[ \u00a0]?/y;
const BARE = /[!#-%*-:=?-[\]-_a-z~]{1,160}/y;
const WORD_MAX = 160;

/**
 * The word at a place of a command, a file or a sentence: in quotes up to where they close, else up to a blank or a
 * character that ends a word in a shell, without the punctuation of a sentence.
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

/** As `readWord`, without quotes. */
export function readBare(text: string, at: number): Value | null {
  BARE.lastIndex = at;
  const found = BARE.exec(text)?.[0].replace(/[.,:!?…]+$/, "");
  // A call or a type goes on where a word ends.
  if (!found || /[({<]/.test(text.charAt(at + found.length))) return null;
  return { text: found, index: at };
}
