import { spawn } from "node:child_process";
import { closeSync, mkdirSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Progress } from "@/lib/platform/steps";
import { giveWay } from "@/lib/start/children";
import { openLog } from "@/lib/start/files";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { makeOnce, type Product } from "@/lib/start/make-once";

/** Tests and code that runs outside the pages do not count. */
const PAGES: Product = {
  sources: {
    folders: ["app", "components", "lib", "db", "docs", "public"],
    files: ["next.config.mjs", "package.json", "package-lock.json", "tsconfig.json"],
    leftOut: ["lib/start", "lib/cli", "db/library", "db/migrations"],
  },
  stamp: ".next/cairn-sources",
  result: ".next/BUILD_ID",
  lock: ".cairn/build.lock",
};

/** The steps of a build, in order, with the words that begin the builder's line about each. */
const STEPS = [
  { name: "Compile the pages", begins: "Creating an optimized production build" },
  { name: "Collect the data of the pages", begins: "Collecting page data" },
  { name: "Generate static files", begins: "Generating static pages" },
  { name: "Finish", begins: "Finalizing page optimization" },
] as const;
export const BUILD_STEPS: readonly string[] = STEPS.map(({ name }) => name);

type Options = {
  /** Gets the builder's output. */
  log: string;
  signal?: AbortSignal;
  progress?: Progress;
  /** Called with the place of each step in `BUILD_STEPS` as it begins. */
  onStep?: (place: number) => void;
  /** How much higher the builder's nice value is than ours. */
  nice?: number;
};

/**
 * Builds the pages when the sources have changed since the last build; returns whether it did. Waits for another build
 * of this clone. An error includes the end of the builder's output.
 */
export function buildIfNeeded(options: Options): Promise<"made" | "fresh"> {
  return makeOnce(PAGES, () => runNextBuild(options));
}

async function runNextBuild({ log, signal, progress, onStep, nice = 0 }: Options): Promise<void> {
  mkdirSync(path.dirname(log), { recursive: true });
  rmSync(log, { force: true });
  const output = openLog(log);
  const builder = spawn(process.execPath, [createRequire(import.meta.url).resolve("next/dist/bin/next"), "build"], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    ...(signal && { signal }),
  });
  // At once: the threads that the builder starts later inherit it.
  giveWay(builder.pid, nice);
  let said = "";
  const keep = (chunk: string) => {
    writeSync(output, chunk);
    said = `${said}${chunk}`.slice(-20_000);
  };
  builder.stderr.setEncoding("utf8").on("data", keep);
  builder.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    keep(chunk);
    // With FORCE_COLOR the lines are coloured in a pipe too.
    for (const line of stripVTControlCharacters(chunk).split("\n")) {
      const place = STEPS.findIndex(({ begins }) => line.trim().startsWith(begins));
      if (place < 0) continue;
      onStep?.(place);
      progress?.(`step ${place + 1} of ${STEPS.length}, ${line.trim().replace(/[ .]+$/, "")}`);
    }
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    builder.once("error", reject);
    builder.once("close", resolve);
  }).finally(() => closeSync(output));
  if (code !== 0)
    throw new Error(
      `next build failed:\n${stripVTControlCharacters(said).trimEnd().split("\n").slice(-60).join("\n")}`,
    );
}
