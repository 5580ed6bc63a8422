const ALPHABETS = {
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  hex: "0123456789abcdef",
  digits: "0123456789",
  letters: "abcdefghijklmnopqrstuvwxyz",
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
  const random = randomOf(seed);
  const number = (below: number) => Math.floor(random() * below);
  const text = (length: number, alphabet: Alphabet) =>
    Array.from({ length }, () => ALPHABETS[alphabet].charAt(number(ALPHABETS[alphabet].length))).join("");
  return {
    number,
    text,
    pick: (from) => from[number(from.length)] ?? from[0],
    uuid: () => [8, 4, 4, 4, 12].map((length) => text(length, "hex")).join("-"),
  };
}

/** A generator of numbers from 0 to 1, deterministic for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
