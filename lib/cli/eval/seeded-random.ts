export type SeededRandom = {
  /** An integer from 0 to below `count`. */
  below(count: number): number;
  /** A random element of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** True with this probability. */
  chance(share: number): boolean;
};

/** The same numbers for the same seed on every machine (mulberry32): for generated data, never for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    pick<T>(list: readonly T[]): T {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error("There is nothing to pick from.");
      return one;
    },
    chance: (share) => next() < share,
  };
}
