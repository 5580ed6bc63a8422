import { test } from "@playwright/test";

/**
 * How many of many alike a test tries: all of them against our own server, a fifth through Next's handlers, which share
 * everything behind the adapter with it.
 */
export function share(count: number): number {
  return Math.ceil(count / step());
}

/** The entries of a list that a test tries: all of them, or every fifth, as `share` says. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, place) => place % step() === 0);
}

function step(): number {
  return test.info().project.name === "api-next" ? 5 : 1;
}
