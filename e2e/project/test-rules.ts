import { type CallExpression, parseSync, type Statement, Visitor } from "oxc-parser";
import type { Source } from "@/e2e/project/rooms";

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
export type Exception = { file: string; word: SlowWord; reason: string };

/** Slow words that tests without the tag use, directly or through functions of their file, as `file: title: word`. */
export function untaggedSlowTests(sources: readonly Source[], exceptions: readonly Exception[] = []): string[] {
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
export function idleExceptions(sources: readonly Source[], exceptions: readonly Exception[]): string[] {
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
