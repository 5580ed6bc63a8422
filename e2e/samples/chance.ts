import { seededRandom } from "@/lib/cli/eval/seeded-random";

const ALPHABETS = {
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  hex: "0123456789abcdef",
  digits: "0123456789",
  letters: "abcdefghijklmnopqrstuvwxyz",
  base58: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
  symbols: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%*+-_^",
};

export type Alphabet = keyof typeof ALPHABETS;
export type Chance = {
  /** An integer from 0 to below `below`. */
  number: (below: number) => number;
  text: (length: number, alphabet: Alphabet) => string;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  uuid: () => string;
};

/** Reproducible random numbers for tests: the same seed gives the same samples on every machine. */
export function chance(seed: number): Chance {
  const { below: number } = seededRandom(seed);
  const text = (length: number, alphabet: Alphabet) =>
    Array.from({ length }, () => ALPHABETS[alphabet].charAt(number(ALPHABETS[alphabet].length))).join("");
  return {
    number,
    text,
    pick: (from) => from[number(from.length)] ?? from[0],
    uuid: () => [8, 4, 4, 4, 12].map((length) => text(length, "hex")).join("-"),
  };
}

/** A generator of numbers from 0 to below 1, deterministic for a seed. */
export function randomOf(seed: number): () => number {
  const { below } = seededRandom(seed);
  return () => below(2 ** 32) / 2 ** 32;
}
