import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { SourceFailure, shown } from "@/lib/domain/sources/found";

const TIME_MS_MAX = 120_000;
const LOOK_MS = 100;
const STORED_BYTES_MAX = 256 * 1_048_576;
const OUTPUT_BYTES_MAX = 64 * 1_048_576;
const SAID_CHARACTERS_MAX = 300;

type Options = {
  signal: AbortSignal;
  input?: string;
  /** Configuration as `name=value`, beside that which makes git harmless. */
  configuration?: string[];
};

/**
 * Runs git in a bare repository of ours: without the configuration of the machine, hooks, filters, credentials and
 * questions, over no protocol that `configuration` does not allow. It is killed after two minutes, and when it stores
 * more than 256 MiB. Returns what it wrote; throws a `SourceFailure` when it fails.
 */
export async function runGit(folder: string, words: string[], options: Options): Promise<Buffer> {
  const { signal, input, configuration = [] } = options;
  const settings = [
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    "gc.auto=0",
    "http.followRedirects=false",
    // Larger files are never in memory whole.
    "core.bigFileThreshold=1m",
    ...configuration,
  ];
  const child = spawn("git", [...settings.flatMap((each) => ["-c", each]), ...words], {
    cwd: folder,
    // A group of its own: git starts helpers, which end with it.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH ?? "",
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "true",
      GIT_LFS_SKIP_SMUDGE: "1",
      GIT_NO_LAZY_FETCH: "1",
      // A small pack can hold objects of gigabytes.
      GIT_ALLOC_LIMIT: "256m",
      LC_ALL: "C",
    },
  });
  let stopped: string | null = null;
  const stop = (reason: string) => {
    stopped ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(() => stop("git took more than two minutes"), TIME_MS_MAX);
  const watch = setInterval(() => {
    bytesBelow(folder).then(
      (bytes) => bytes > STORED_BYTES_MAX && stop(`it has more than ${STORED_BYTES_MAX / 1_048_576} MiB`),
      () => {},
    );
  }, LOOK_MS);
  const abort = () => stop("interrupted");
  signal.addEventListener("abort", abort, { once: true });
  const output: Buffer[] = [];
  let bytes = 0;
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > OUTPUT_BYTES_MAX) stop(`its files have more than ${OUTPUT_BYTES_MAX / 1_048_576} MiB`);
    else output.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString("utf8")}`.slice(-2_000);
  });
  // It may end before it has read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", () => reject(new SourceFailure("git is not installed here")));
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    if (stopped !== null) throw new SourceFailure(stopped);
    if (code !== 0) throw new SourceFailure(`git says: ${lastLine(said)}`);
    return Buffer.concat(output);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
  }
}

function lastLine(said: string): string {
  const lines = said.split("\n").filter((line) => /^(?:fatal|error|remote)/.test(line));
  return shown(lines.at(-1) ?? said.trim().split("\n").at(-1) ?? "it failed", SAID_CHARACTERS_MAX);
}

async function bytesBelow(folder: string): Promise<number> {
  const pack = path.join(folder, "objects", "pack");
  const names = await readdir(pack);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(pack, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
