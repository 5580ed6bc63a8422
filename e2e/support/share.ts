import { test } from "@playwright/test";

/**
 * How many of similar cases a test runs: all of them against our own server, a fifth through Next's handlers, which
 * share everything behind the adapter.
 */
export function share(count: number): number {
  return Math.ceil(count / step());
}

/** The list entries that a test runs: all of them, or every fifth, depending on `share`. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, place) => place % step() === 0);
}

function step(): number {
  return test.info().project.name === "api-next" ? 5 : 1;
}
