import { expect, test } from "@playwright/test";
import { recorded, recordQueries } from "@/db/query-recorder";
import { timedCache } from "@/db/shared-reads";

function counter(): () => Promise<number> {
  let made = 0;
  return async () => {
    made += 1;
    return made;
  };
}

test("a value is made once per key, also for callers that come while it is made", async () => {
  const cached = timedCache<number>("test-made-once", { ms: 600_000, bytesMax: 100_000 });
  const make = counter();
  expect(await Promise.all([cached("a", make), cached("a", make)])).toEqual([1, 1]);
  expect(await cached("b", make)).toBe(2);
  expect(await cached("a", make)).toBe(1);
});

test("a value is made again after its time", async () => {
  const cached = timedCache<number>("test-made-again", { ms: 30, bytesMax: 100_000 });
  const make = counter();
  expect(await cached("a", make)).toBe(1);
  await expect.poll(() => cached("a", make)).toBe(2);
});

test("a failure reaches every caller that shares it, and is not kept", async () => {
  const cached = timedCache<string>("test-failure", { ms: 600_000, bytesMax: 100_000 });
  const fail = () => Promise.reject(new Error("away"));
  const both = await Promise.allSettled([cached("a", fail), cached("a", fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await cached("a", async () => "back")).toBe("back");
});

test("its reads do not count as reads of the page that was first to need the value", async () => {
  const cached = timedCache<string>("test-recording", { ms: 600_000, bytesMax: 100_000 });
  const notes = { reads: [], missing: 0 };
  const work = async () => "row";
  await recordQueries(notes, () => cached("a", () => recorded(work, work)));
  expect(notes).toEqual({ reads: [], missing: 0 });
});
