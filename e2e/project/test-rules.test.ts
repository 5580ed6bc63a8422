import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type CallExpression, parseSync, type Statement, Visitor } from "oxc-parser";
import type { Source } from "@/e2e/project/rooms";
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

/** What only a test tagged `@slow` may use: it measures, waits by the clock, or starts programs. */
const SLOW_WORDS = [
  // Time, processor time and memory.
  "performance.now(",
  "performance.eventLoopUtilization(",
  "process.memoryUsage",
  "process.cpuUsage(",
  "process.hrtime",
  "processorMs(",
  "leastProcessorMs(",
  "startStopwatch(",
  "expectWithin(",
  // Waiting by the clock.
  "sleep(",
  "setTimeout(resolve",
  ".waitForTimeout(",
  "pg_sleep",
  // Programs.
  "spawn(",
  "spawnSync(",
  "exec(",
  "execSync(",
  "execFile(",
  "execFileSync(",
  "fork(",
  "startApp(",
  "beginApp(",
  "startEngines(",
  "startBalancer(",
  "startPooler(",
  "startFirefox(",
  "runProgram(",
  "runNode(",
  "installClient(",
  "mountSmallDisk(",
  "onCopyWithExamples(",
] as const;
type SlowWord = (typeof SLOW_WORDS)[number];

/** A slow word that the tests of one file may use without the tag. */
type Exception = { file: string; word: SlowWord; reason: string };

/** Slow words that tests without the tag use, directly or through functions of their file, as `file: title: word`. */
function untaggedSlowTests(sources: readonly Source[], exceptions: readonly Exception[] = []): string[] {
  return sources.flatMap(({ file, text }) => {
    const allowed = exceptions.filter((exception) => exception.file === file).map(({ word }) => word);
    const words = SLOW_WORDS.filter((word) => !allowed.includes(word));
    return testsIn(file, text)
      .filter(({ isSlow }) => !isSlow)
      .flatMap(({ title, reached }) =>
        words.filter((word) => uses(reached, word)).map((word) => `${file}: ${title}: ${word}`),
      );
  });
}

/** Exceptions that no test needs, as `file: word`. */
function idleExceptions(sources: readonly Source[], exceptions: readonly Exception[]): string[] {
  const found = untaggedSlowTests(sources);
  return exceptions
    .filter(({ file, word }) => !found.some((use) => use.startsWith(`${file}: `) && use.endsWith(`: ${word}`)))
    .map(({ file, word }) => `${file}: ${word}`);
}

/** A test or hook; `reached` is its text with that of the functions and constants of its file that it uses. */
type Found = { title: string; isHook: boolean; isSlow: boolean; reached: string };

function testsIn(file: string, given: string): Found[] {
  // The promise of node:timers/promises, by whatever name it is imported.
  const [, alias = "sleep"] = /\bsetTimeout as (\w+)/.exec(given) ?? [];
  const text = given.replaceAll(new RegExp(`\\b${alias}\\(`, "g"), "sleep(");
  const { program } = parseSync(file, text);
  const named = new Map(
    program.body.flatMap((statement) =>
      namesOf(statement).map((name): [string, string] => [name, text.slice(statement.start, statement.end)]),
    ),
  );
  const found: Found[] = [];
  const slowGroups: CallExpression[] = [];
  new Visitor({
    CallExpression(node) {
      const callee = text.slice(node.callee.start, node.callee.end);
      const [title, options] = node.arguments.map(({ start, end }) => text.slice(start, end));
      const isTagged = /^(?:const \w+ = )?\{[^}]*"@slow"/.test(named.get(options ?? "") ?? options ?? "");
      if (/^test\.describe\b/.test(callee) && isTagged) slowGroups.push(node);
      const isHook = /^test\.(?:before|after)(?:Each|All)$/.test(callee);
      if (callee !== "test" && !isHook) return;
      const reached = reachedFrom(text.slice(node.start, node.end), named);
      found.push({
        title: isHook ? callee : (title ?? ""),
        isHook,
        isSlow: isTagged || slowGroups.length > 0,
        reached,
      });
    },
    "CallExpression:exit"(node) {
      if (slowGroups.at(-1) === node) slowGroups.pop();
    },
  }).visit(program);
  // The hooks of a file whose tests are all tagged run with them alone.
  const isAllSlow = found.every(({ isSlow, isHook }) => isSlow || isHook);
  return found.filter(({ isHook }) => !(isHook && isAllSlow));
}

/** The names that a statement of a file declares. */
function namesOf(statement: Statement): string[] {
  const declared = "declaration" in statement && statement.declaration ? statement.declaration : statement;
  if (declared.type === "FunctionDeclaration") return declared.id ? [declared.id.name] : [];
  if (declared.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

function reachedFrom(text: string, named: ReadonlyMap<string, string>): string {
  const reached = new Set([text]);
  for (const part of reached) for (const word of part.match(/\w+/g) ?? []) reached.add(named.get(word) ?? part);
  return [...reached].join("\n");
}

/** Waiting does not depend on time where the test itself lets the time pass. */
const STOPPED_CLOCK = /\bmock\.timers\.enable\(\{ apis: \[[^\]]*"setTimeout"/;
const PASSES_WITH_CLOCK: readonly SlowWord[] = ["sleep(", "setTimeout(resolve"];

/** Whether a text uses a word itself, not as the end of another: `exec(`, but not `pattern.exec(`. */
function uses(text: string, word: SlowWord): boolean {
  if (PASSES_WITH_CLOCK.includes(word) && STOPPED_CLOCK.test(text)) return false;
  return text
    .split(word)
    .slice(0, -1)
    .some((before) => word.startsWith(".") || !/[\w.]$/.test(before));
}
