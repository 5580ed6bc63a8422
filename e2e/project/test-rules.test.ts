import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Source } from "@/e2e/project/rooms";
import { type Exception, idleExceptions, untaggedSlowTests } from "@/e2e/project/test-rules";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** The folders of the tests that `npm test` runs. */
const FOLDERS = [
  "lib",
  "db",
  "components",
  ...["costs", "project", "samples", "seeded", "database", "api", "pages"].map((name) => `e2e/${name}`),
];
const EXCEPTIONS: Exception[] = [
  { file: "e2e/project/processor-time.test.ts", word: "expectWithin(", reason: "It is given times and measures none." },
  {
    file: "e2e/project/contributing.test.ts",
    word: "onCopyWithExamples(",
    reason: "The examples must have correct types in every run, and that takes a compiler.",
  },
  {
    file: "e2e/api/polling.test.ts",
    word: "sleep(",
    reason: "Writers pause for random times so that commits mix; no verdict depends on how long.",
  },
];

const sources: Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: "utf8" })
    // This file writes the words as text.
    .filter((name) => /\.test\.tsx?$/.test(name) && name !== path.basename(import.meta.filename))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(path.join(PROJECT_ROOT, folder, name), "utf8") })),
);

test("a test that measures, waits by the clock or starts programs is tagged as slow", () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(
    untaggedSlowTests(sources, EXCEPTIONS),
    'npm test must give the same result on any machine. Prove it without a clock or a program, or tag the test: test("…", { tag: "@slow" }, …).',
  ).toEqual([]);
  expect(idleExceptions(sources, EXCEPTIONS)).toEqual([]);
});

const found = (...lines: string[]) => untaggedSlowTests([{ file: "a.test.ts", text: lines.join("\n") }]);

test("what measures, waits or starts a program is noticed, in a test, a function that it uses, or a hook", () => {
  for (const name of ["sleep", "wait"])
    expect(
      found(`import { setTimeout as ${name} } from "node:timers/promises";`, `test("a", async () => ${name}(5));`),
    ).toEqual(['a.test.ts: "a": sleep(']);
  expect(
    found(
      'const begin = () => spawn("a");',
      "function run() {",
      "  return begin();",
      "}",
      'for (const n of [1, 2]) test("b" + n, { tag: "@other" }, () => run());',
    ),
  ).toEqual(['a.test.ts: "b" + n: spawn(']);
  expect(found("test.beforeAll(() => startEngines());", 'test("a", () => {});')).toEqual([
    "a.test.ts: test.beforeAll: startEngines(",
  ]);
  expect(found('test.describe("a", () => {', '  test("b", () => page.waitForTimeout(5));', "});")).toEqual([
    'a.test.ts: "b": .waitForTimeout(',
  ]);
});

test("tagged tests may do so, and words that only look alike are no use", () => {
  expect(
    found(
      "test.beforeAll(() => startEngines());",
      'const SLOW = { tag: "@slow" };',
      'test("a", { tag: "@slow" }, () => sleep(5));',
      'test("a", SLOW, () => sleep(5));',
      'test.describe("b", { tag: "@slow" }, () => {',
      '  test("c", () => expectWithin("a", 5, () => processorMs(work)));',
      "});",
    ),
  ).toEqual([]);
  const stop = 'const stop = () => mock.timers.enable({ apis: ["Date", "setTimeout"] });';
  expect(found(stop, 'test("a", () => {', "  stop();", "  return sleep(5);", "});")).toEqual([]);
  expect(found('test("a", () => {', "  performance.now = () => 5;", "  pattern.exec(respawn(5));", "});")).toEqual([]);
});

test("an exception that no test needs is noticed", () => {
  const exception: Exception = { file: "a.test.ts", word: "sleep(", reason: "for this test" };
  const asleep = [{ file: "a.test.ts", text: 'test("a", () => sleep(5));' }];
  expect(untaggedSlowTests(asleep, [exception])).toEqual([]);
  expect(idleExceptions(asleep, [exception])).toEqual([]);
  expect(idleExceptions([], [exception])).toEqual(["a.test.ts: sleep("]);
});
