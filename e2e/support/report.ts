import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

const LINES_OF_A_FAILURE = 12;
const LONGEST_LINE = 300;

const Failure = z.object({ message: z.string().default("") });
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(Failure), duration: z.number() })),
    }),
  ),
});
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).default([]);
  },
});
const Report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(Failure),
  suites: z.array(Suite),
});

/** How long a test took. `file` is relative to the project's root. */
export type Timed = { part: string; file: string; title: string; seconds: number };

/** The result of a Playwright run. `failures` has the title, place and error of each. */
export type Result = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  times: Timed[];
};

/** Reads the file of Playwright's `json` reporter; undefined if there is none. A flaky test has failed. */
export function readReport(file: string): Result | undefined {
  const parsed = existsSync(file) ? Report.safeParse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  if (!parsed?.success) return undefined;
  const { stats, errors, suites } = parsed.data;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failuresOf), ...errors.map(({ message }) => beginning(message))],
    times: suites.flatMap(timesOf),
  };
}

function timesOf({ specs, suites }: z.infer<typeof Suite>): Timed[] {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      part: projectName,
      file,
      title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
  );
  return [...here, ...suites.flatMap(timesOf)];
}

function failedSpecs({ specs, suites }: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...specs.filter((spec) => !spec.ok), ...suites.flatMap(failedSpecs)];
}

function failuresOf(suite: z.infer<typeof Suite>): string[] {
  return failedSpecs(suite).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => {
        const seen = results.flatMap(({ errors }) => errors.map(({ message }) => beginning(message)));
        return [`[${projectName}] ${file}:${line} › ${title}`, ...new Set(seen)].join("\n");
      }),
  );
}

/** The first lines of an error message, without colours, indented. */
function beginning(message: string): string {
  return stripVTControlCharacters(message)
    .split("\n")
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `    ${line.slice(0, LONGEST_LINE)}`)
    .join("\n");
}
