import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { recorded, recordQueries } from "@/db/query-recorder";
import { timedCache } from "@/db/timed-cache";

const SHORT_MS = 30;

test("a value is made once per key, also for callers that come while it is made, and again after its time", async () => {
  const cached = timedCache<number>("test-made-once", { ms: SHORT_MS, max: 10 });
  let made = 0;
  const make = async () => {
    made += 1;
    return made;
  };
  expect(await Promise.all([cached("a", make), cached("a", make)])).toEqual([1, 1]);
  expect(await cached("b", make)).toBe(2);
  await sleep(2 * SHORT_MS);
  expect(await cached("a", make)).toBe(3);
});

test("a failure is told to every caller that shares it, and is not kept", async () => {
  const cached = timedCache<string>("test-failure", { ms: 60_000, max: 10 });
  const fail = () => Promise.reject(new Error("away"));
  const both = await Promise.allSettled([cached("a", fail), cached("a", fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await cached("a", async () => "back")).toBe("back");
});

test("its reads are no reads of the page that was first to need the value", async () => {
  const cached = timedCache<string>("test-recording", { ms: 60_000, max: 10 });
  const notes = { reads: [], missing: 0 };
  const work = async () => "row";
  await recordQueries(notes, () => cached("a", () => recorded(work, work)));
  expect(notes).toEqual({ reads: [], missing: 0 });
});
