import { expect, test } from "@playwright/test";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { idleRateHeaders, spendRate } from "@/lib/http/rate-limit";
import { newId } from "@/lib/ids";

const refusalOf = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return null;
};

test("every call takes one off, and a client that has none left is told when it will have some", () => {
  const size = env().RATE_CONNECTIONS_PER_HOUR;
  const client = newId("req");
  for (let left = size - 1; left >= 0; left -= 1)
    expect(spendRate("signup", client)?.ratelimit).toBe(`"connections";r=${left};t=3600`);
  const refusal = refusalOf(() => spendRate("signup", client));
  expect(refusal?.code).toBe("rate_limited");
  expect(refusal?.options.headers).toEqual({ ...idleRateHeaders("signup"), ratelimit: '"connections";r=0;t=3600' });
  expect(spendRate("signup", newId("req"))?.ratelimit).toBe(`"connections";r=${size - 1};t=3600`);
});

test("of two windows the one that is used up refuses, and says so", () => {
  const { RATE_THREADS_PER_MINUTE: minute, RATE_THREADS_PER_DAY: day } = env();
  const client = newId("req");
  for (let count = 0; count < minute; count += 1) spendRate("threads", client);
  for (let count = 0; count < 5; count += 1)
    expect(refusalOf(() => spendRate("threads", client))?.message).toContain("threads-minute");
  expect(idleRateHeaders("threads").ratelimit).toBe(
    `"threads-minute";r=${minute};t=60, "threads-day";r=${day};t=86400`,
  );
});
