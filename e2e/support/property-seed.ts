import { randomInt } from "node:crypto";
import fc from "fast-check";

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
