import { randomInt } from "node:crypto";
import fc from "fast-check";

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

/**
 * One seed for all random values in tests: PROPERTY_SEED, or a new one, which is printed once. The same seed gives the
 * same values.
 */
export function seedProperties(): void {
  if (!process.env.PROPERTY_SEED) {
    // Workers inherit it from the process that started them.
    process.env.PROPERTY_SEED = String(randomInt(2 ** 31));
    console.log(`PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
  }
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed() });
}

/** The seed of this run, for tests that draw without fast-check. */
export function propertySeed(): number {
  return Number(process.env.PROPERTY_SEED);
}
