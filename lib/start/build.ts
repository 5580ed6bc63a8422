import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Progress } from "@/lib/platform/steps";
import { openLog, tailOf, writeWhole } from "@/lib/start/files";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { takeLock } from "@/lib/start/lock";

const STAMP = path.join(PROJECT_ROOT, ".next", "cairn-sources");
const LOCK = path.join(PROJECT_ROOT, ".cairn", "build.lock");

/** The inputs of a build. Tests and code that runs outside it do not count. */
const FOLDERS = ["app", "components", "lib", "db", "docs", "public"];
const FILES = ["next.config.mjs", "package.json", "package-lock.json", "tsconfig.json"];

/**
 * Builds the pages when the sources have changed since the last build; returns whether it did. Waits for another build
 * of this clone. `log` gets the builder's output; an error includes the end of it.
 */
export async function buildIfNeeded(options: {
  log: string;
  signal?: AbortSignal;
  progress?: Progress;
}): Promise<"built" | "fresh"> {
  if (isFresh()) return "fresh";
  const lock = await takeLock(LOCK, { waitFor: ["starting"], waitMs: 600_000 });
  try {
    if (isFresh()) return "fresh";
    const stamp = stampOfSources();
    rmSync(STAMP, { force: true });
    await runNextBuild(options);
    writeWhole(STAMP, stamp, 0o644);
    return "built";
  } finally {
    lock.release();
  }
}

function isFresh(): boolean {
  return (
    existsSync(STAMP) &&
    existsSync(path.join(PROJECT_ROOT, ".next/BUILD_ID")) &&
    readFileSync(STAMP, "utf8") === stampOfSources()
  );
}

function stampOfSources(): string {
  const hash = createHash("sha256");
  const files = [...FOLDERS.flatMap((folder) => filesIn(folder)), ...FILES];
  for (const file of files.sort()) {
    const full = path.join(PROJECT_ROOT, file);
    if (existsSync(full)) hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  const full = path.join(PROJECT_ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["lib/start", "lib/cli", "db/library", "db/migrations"].includes(file) ? [] : filesIn(file);
    return entry.isFile() && !/\.test\.tsx?$/.test(file) ? [file] : [];
  });
}

async function runNextBuild({
  log,
  signal,
  progress,
}: {
  log: string;
  signal?: AbortSignal;
  progress?: Progress;
}): Promise<void> {
  mkdirSync(path.dirname(log), { recursive: true });
  rmSync(log, { force: true });
  const output = openLog(log);
  const builder = spawn(process.execPath, [path.join(PROJECT_ROOT, "node_modules/next/dist/bin/next"), "build"], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", output],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    ...(signal && { signal }),
  });
  closeSync(output);
  let said = "";
  builder.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    said = `${said}${chunk}`.slice(-20_000);
    const line = chunk.trim().split("\n").at(-1)?.trim();
    if (line) progress?.(line.slice(0, 60));
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    builder.once("error", reject);
    builder.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`next build failed:\n${said.trimEnd().split("\n").slice(-40).join("\n")}\n${tailOf(log, 60)}`);
}
