import { AsyncLocalStorage } from "node:async_hooks";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@playwright/test";
import { bytesIn, cache, cacheOfMade, caches, makeLru, makeOnce, makeSingleFlight, memo } from "@/lib/platform/caches";

const one = () => 1;
const texts = () => makeLru<string>(64, (text) => text.length);

test("the least recently used entry is evicted first", () => {
  const cache = texts();
  for (const key of "abcdefghijklmnop") cache.set(key, "4444");
  expect(cache.get("a")).toBe("4444");
  cache.set("new", "4444");
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBe("4444");
  expect(cache.get("new")).toBe("4444");
});

test("a value that is set again counts once", () => {
  const cache = texts();
  cache.set("first", "1");
  for (let time = 0; time < 100; time += 1) cache.set("again", "4444");
  expect(cache.get("first")).toBe("1");
});

test("one large value does not evict everything else", () => {
  const cache = texts();
  cache.set("small", "1");
  cache.set("large", "x".repeat(5));
  expect(cache.get("large")).toBeUndefined();
  expect(cache.get("small")).toBe("1");
});

test("a value of a sixteenth of everything is kept, and what is dropped weighs nothing", () => {
  const cache = texts();
  for (const key of "abcdefghijklmnop") cache.set(key, "4444");
  cache.delete("a");
  cache.delete("never set");
  cache.set("new", "4444");
  expect([..."abcdefghijklmnop"].filter((key) => cache.get(key) === undefined)).toEqual(["a"]);
  cache.set("b", "too large");
  expect(cache.get("b"), "the value of before is gone").toBeUndefined();
  cache.set("more", "4444");
  expect(cache.get("c")).toBe("4444");
});

test("plain data is weighed with all that it holds", () => {
  expect(bytesIn("ten bytes!")).toBe(36);
  expect(bytesIn({ text: "ten bytes!", number: 1, none: null })).toBe(32 + 8 + 36 + 8 + 8 + 8 + 8);
  expect(bytesIn(new Float64Array(100))).toBe(864);
  const many = Array.from({ length: 100 }, (_, number) => `text ${number}`);
  for (const held of [many, new Set(many), { list: many }, new Map([["list", many]])])
    expect(bytesIn(held)).toBeGreaterThan(100 * bytesIn("text"));
});

test("a memo forgets everything before it holds more than it may", () => {
  const words = memo<string>("test-memo", 1_000);
  for (let n = 0; n < 1_000; n += 1) {
    words.set(`${n}`, "word");
    expect(words.get(`${n}`)).toBe("word");
    expect(words.calculatedSize).toBeLessThanOrEqual(words.maxSize);
  }
  expect(words.get("0")).toBeUndefined();
  expect(caches().get("test-memo")?.size).toBe(words.size);
});

test("a named cache is one in a process and is listed with its size", async () => {
  const texts = cache<string>("test-texts", 1_600);
  texts.set("key", "ten bytes!");
  expect(cache<string>("test-texts", 1_600).get("key")).toBe("ten bytes!");
  expect(caches().get("test-texts")).toMatchObject({ size: 1, calculatedSize: 36, maxSize: 1_600 });
  expect(await cacheOfMade<string>("test-made", 1_600)("key", async () => "ten bytes!")).toBe("ten bytes!");
  expect(caches().get("test-made")).toMatchObject({ size: 1, calculatedSize: 36, maxSize: 1_600 });
});

test("a value is made once, also for callers that come while it is made, and is kept as long as it says", async () => {
  const once = makeOnce<number>(160, one, (value) => (value === 1 ? 30 : 0));
  const { pass, end } = controlledClock();
  let made = 0;
  const make = async () => {
    made += 1;
    return made;
  };
  expect(await Promise.all([once("a", make), once("a", make)])).toEqual([1, 1]);
  expect(await once("b", make)).toBe(2);
  pass(30);
  expect(await once("a", make)).toBe(1);
  pass(1);
  expect(await once("a", make)).toBe(3);
  pass(1_000_000);
  expect([await once("a", make), await once("b", make)]).toEqual([3, 2]);
  end();
});

/** Stops the clock of the caches until `end`. */
function controlledClock() {
  const real = performance.now;
  let now = real.call(performance);
  performance.now = () => now;
  // The cache reads the clock again when its timer says so.
  mock.timers.enable({ apis: ["setTimeout"] });
  return {
    pass(ms: number) {
      now += ms;
      mock.timers.tick(ms);
    },
    end() {
      performance.now = real;
      mock.timers.reset();
    },
  };
}

test("a value that is evicted while it is made still reaches its callers", async () => {
  const once = makeOnce<string>(1, one);
  let finish: (value: string) => void = () => {};
  const late = once("late", () => new Promise((resolve) => (finish = resolve)));
  expect(await once("other", async () => "other")).toBe("other");
  finish("late");
  expect(await late).toBe("late");
});

test("a kept value holds on to nothing of the request that made it", async () => {
  const once = makeOnce<string>(160, one);
  const requests = new AsyncLocalStorage<object>();
  const first = await requests.run({ name: "the first" }, async () => {
    await once("key", () => turn("value"));
    return new WeakRef(requests.getStore() ?? {});
  });
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // A task keeps what it has dereferenced, so each look is a task of its own.
  await expect
    .poll(() => {
      collect();
      return first.deref();
    })
    .toBeUndefined();
  expect(await once("key", async () => "another")).toBe("value");
});

test("made values are bounded by their weight, also while others are made", async () => {
  const once = makeOnce<string>(64, (text) => text.length);
  let made = 0;
  const ask = (key: string, text = "4444") =>
    once(key, async () => {
      made += 1;
      return text;
    });
  await Promise.all([..."abcdefghijklmnop"].map((key) => ask(key)));
  expect(await ask("large", "x".repeat(5))).toBe("xxxxx");
  made = 0;
  await ask("p");
  expect(made, "a kept one is not made again").toBe(0);
  await ask("large");
  expect(made, "one that is too large is not kept").toBe(1);
  await ask("a");
  expect(made, "the oldest had to go").toBe(2);
});

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
