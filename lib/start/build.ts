import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Progress } from "@/lib/platform/steps";
import { OUTPUTS } from "@/lib/server/formats/client/outputs";
import { giveWay } from "@/lib/start/children";
import { openLog, writeWhole } from "@/lib/start/files";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { takeLock } from "@/lib/start/lock";

/** Something that is made from sources of this clone. Paths count from the project's folder. */
type Product = {
  /** The folders and files that it is made from. Tests and `leftOut` do not count. */
  sources: { folders: readonly string[]; files: readonly string[]; leftOut?: readonly string[] };
  /** Holds the digest of the sources that the product was made from. */
  stamp: string;
  /** A file of the product: without it there is none. */
  result: string;
  lock: string;
};

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

/** What the outputs are made from: everything that the bundles contain and that writes them. */
export const SOURCES_OF_OUTPUTS = {
  folders: ["lib/contract", "lib/client", "lib/command", "lib/platform", "lib/text", "lib/server"],
  files: ["package.json", "package-lock.json", "tsconfig.json", "LICENSE"],
} as const;

const CLIENT: Product = {
  sources: SOURCES_OF_OUTPUTS,
  stamp: `${OUTPUTS.folder}/sources`,
  result: OUTPUTS.packages,
  lock: ".cairn/outputs.lock",
};

/**
 * Makes what is built from the contract and the client if its sources have changed: the types and the table of the
 * interface, the package that the service serves, and the hook of the plugin for Claude Code.
 */
export function makeOutputs(): Promise<"made" | "fresh"> {
  return makeOnce(CLIENT, async () => {
    // Loaded only here: most runs make nothing.
    const { buildClient, buildHook } = await import("@/lib/server/formats/client/build");
    const { writtenTable, writtenWire } = await import("@/lib/server/formats/client/written-interface");
    const write = (file: string, text: string) => writeWhole(path.join(PROJECT_ROOT, file), text, 0o644);
    mkdirSync(path.join(PROJECT_ROOT, OUTPUTS.folder), { recursive: true });
    const wire = writtenWire();
    // The bundles contain the table.
    write(OUTPUTS.interface, `${wire}\n${writtenTable()}`);
    const [client, hook] = await Promise.all([buildClient(wire), buildHook()]);
    write(OUTPUTS.packages, JSON.stringify({ client, hook }));
  });
}

/**
 * The same in a process of its own, which has a nice value above ours: reading all the sources would keep this one from
 * answering. Rejects with the end of its output.
 */
export async function makeOutputsAside({ signal, nice }: { signal: AbortSignal; nice: number }): Promise<void> {
  if (isFresh(CLIENT)) return;
  const args = ["--import", "tsx", path.join(PROJECT_ROOT, "lib/cli/make-outputs.ts")];
  const maker = spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: ["ignore", "ignore", "pipe"], signal });
  giveWay(maker.pid, nice);
  let said = "";
  maker.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const [code] = await once(maker, "close");
  if (code !== 0) throw new Error(`${said.trim()} (exit code ${code})`);
}

const LOCK_MS_MAX = 600_000;

/**
 * Makes a product if its sources have changed since; returns whether it did. Waits for another process of this clone
 * that is making it.
 */
async function makeOnce(product: Product, make: () => Promise<void>): Promise<"made" | "fresh"> {
  if (isFresh(product)) return "fresh";
  const lock = await takeLock(inProject(product.lock), { waitFor: ["starting"], waitMs: LOCK_MS_MAX });
  try {
    if (isFresh(product)) return "fresh";
    const digest = digestOf(product);
    const stamp = inProject(product.stamp);
    rmSync(stamp, { force: true });
    await make();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeWhole(stamp, digest, 0o644);
    return "made";
  } finally {
    lock.release();
  }
}

/** Whether the product is there and its sources have not changed since. */
function isFresh(product: Product): boolean {
  const stamp = inProject(product.stamp);
  return (
    existsSync(stamp) && existsSync(inProject(product.result)) && readFileSync(stamp, "utf8") === digestOf(product)
  );
}

function digestOf({ sources: { folders, files, leftOut = [] } }: Product): string {
  const hash = createHash("sha256");
  for (const file of [...folders.flatMap((folder) => filesIn(folder, leftOut)), ...files].sort()) {
    const full = inProject(file);
    if (existsSync(full)) hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder: string, leftOut: readonly string[]): string[] {
  const full = inProject(folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return leftOut.includes(file) ? [] : filesIn(file, leftOut);
    return entry.isFile() && !/\.test\.tsx?$/.test(file) ? [file] : [];
  });
}

function inProject(file: string): string {
  return path.join(PROJECT_ROOT, file);
}
