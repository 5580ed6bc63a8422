import { expect, test } from "@playwright/test";
import { makeBreaker } from "@/lib/search/engine/breaker";

test("three failures in a row open the breaker, and one probe a second is let through", () => {
  const breaker = makeBreaker();
  for (let failure = 0; failure < 3; failure += 1) {
    expect(breaker.admits(0)).toBe(true);
    breaker.failed(0);
  }
  expect(breaker.isOpen()).toBe(true);
  expect(breaker.admits(500)).toBe(false);
  expect(breaker.admits(1_000)).toBe(true);
  expect(breaker.admits(1_001)).toBe(false);
});

test("a success closes it, and isolated failures never open it", () => {
  const breaker = makeBreaker();
  for (let round = 0; round < 5; round += 1) {
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
  }
  expect(breaker.isOpen()).toBe(false);
  expect(breaker.admits(1)).toBe(true);
});
