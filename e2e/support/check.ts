import { spawn } from "node:child_process";
import path from "node:path";
import { sizeInWords, sizeOf, sourcesIn } from "@/e2e/project/rooms";
import { outputOf } from "@/e2e/support/programs";
import { makeOutputs } from "@/lib/start/build";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

export type Outcome = { name: string; ok: boolean; output: string; seconds: number };

/**
 * Types and lint, and with `everything` also unused and repeated code: the first step of the tests. Each counts as one
 * test passed or failed. Two run at a time.
 */
export async function checkSources({ everything }: { everything: boolean }): Promise<Outcome[]> {
  await makeOutputs();
  const [types, others] = await Promise.all([checkTypes(), checkStyle(everything)]);
  return [types, ...others];
}

async function checkStyle(everything: boolean): Promise<Outcome[]> {
  const lint = await tool("lint and format", "@biomejs/biome/bin/biome", ["check", "--max-diagnostics=10", "."]);
  if (!everything) return [lint];
  return [
    lint,
    await tool("unused files, exports and packages", "knip/bin/knip.js", ["--no-progress"]),
    await tool("repeated code", "jscpd/bin/jscpd", ["--exitCode", "1"]),
  ];
}

/** Next writes the types of the routes; without them a clean clone has no `next-env.d.ts`. */
async function checkTypes(): Promise<Outcome> {
  const routes = await tool("types", "next/dist/bin/next", ["typegen"]);
  if (!routes.ok) return routes;
  const types = await tool("types", "typescript/bin/tsc", ["--noEmit"]);
  return { ...types, seconds: routes.seconds + types.seconds };
}

function checkArchitecture(): Promise<Outcome> {
  const args = ["test", "-c", "e2e/playwright.config.ts", "--project", "unit", "--reporter", "line", "architecture"];
  return tool("architecture", "@playwright/test/cli.js", args);
}

/** Runs a tool from node_modules with this Node, silently: its output matters only when it fails. */
export async function tool(name: string, script: string, args: string[]): Promise<Outcome> {
  const begun = performance.now();
  const { code, stdout, stderr } = await outputOf(
    spawn(process.execPath, [path.join(PROJECT_ROOT, "node_modules", script), ...args], {
      cwd: PROJECT_ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1" },
    }),
  );
  return { name, ok: code === 0, output: `${stdout}${stderr}`, seconds: (performance.now() - begun) / 1000 };
}

/** One line for a result, followed by the tool's output if it failed. */
export function print(outcome: Outcome): void {
  console.log(`  ${outcome.ok ? "ok" : "no"}    ${outcome.name} (${outcome.seconds.toFixed(1)} s)`);
  if (!outcome.ok) console.log(outcome.output.trimEnd());
}

if (process.argv[1] === import.meta.filename) {
  const outcomes = (await Promise.all([checkSources({ everything: true }), checkArchitecture()])).flat();
  outcomes.forEach(print);
  console.log(sizeInWords(sizeOf(sourcesIn(PROJECT_ROOT))));
  process.exitCode = outcomes.every((outcome) => outcome.ok) ? 0 : 1;
}
