import { expect, test } from "@playwright/test";
import { makeSingleFlight } from "@/lib/platform/single-flight";

/** Calls that end when the test says so; each resolves to its number. */
function calls() {
  const ends: Array<{ well(): void; badly(): void }> = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length;
      ends.push({ well: () => resolve(number), badly: () => reject(new Error(`call ${number} failed`)) });
    });
  return { ends, work };
}

test("callers that arrive during a call share the next one, which begins after they came", async () => {
  const joined = makeSingleFlight<number>();
  const { ends, work } = calls();
  const first = joined("a", work);
  const later = [joined("a", work), joined("a", work), joined("a", work)];
  expect(ends).toHaveLength(1);
  ends[0]?.well();
  expect(await first).toBe(0);
  await expect.poll(() => ends.length).toBe(2);
  const latest = joined("a", work);
  ends[1]?.well();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.well();
  expect(await latest).toBe(2);
});

test("other keys do not wait for each other, and nothing is kept", async () => {
  const joined = makeSingleFlight<number>();
  const { ends, work } = calls();
  const both = [joined("a", work), joined("b", work)];
  expect(ends).toHaveLength(2);
  for (const end of ends) end.well();
  expect(await Promise.all(both)).toEqual([0, 1]);
  const again = joined("a", work);
  expect(ends).toHaveLength(3);
  ends[2]?.well();
  expect(await again).toBe(2);
});

test("a call that hangs does not block later callers", async () => {
  const joined = makeSingleFlight<number>();
  const { ends, work } = calls();
  void joined("a", work);
  const later = joined("a", work);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.well();
  expect(await later).toBe(1);
});

test("a failure reaches only the callers that share it", async () => {
  const joined = makeSingleFlight<number>();
  const { ends, work } = calls();
  const first = joined("a", work);
  const later = [joined("a", work), joined("a", work)];
  ends[0]?.badly();
  await expect(first).rejects.toThrow("call 0 failed");
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.well();
  expect(await Promise.all(later)).toEqual([1, 1]);
});
