/**
 * The forms of a test that repeats something: `few` rounds in `npm test`, and all of them tagged `@slow`. Its title must
 * hold the count.
 */
export function fewAndAll(few: number, all: number): Array<{ count: number; tag: string[] }> {
  return [
    { count: few, tag: [] },
    { count: all, tag: ["@slow"] },
  ];
}

/** The limit of a test with so many rounds: patience, also for milestone runs of several hours. */
export function patienceMs(rounds: number): number {
  return 300_000 + rounds * 3_000;
}
