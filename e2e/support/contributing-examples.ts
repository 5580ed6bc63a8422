import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OUTPUTS } from "@/lib/server/formats/client/outputs";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Folders that a copy of the sources does not need. */
const LEFT_OUT = [".git", ".next", ".cairn", "node_modules", "test-results", "playwright-report", "screenshots"];
/** Files that only their own test runs read. */
const OTHER_TESTS = /^(?!e2e\/project\/).*\.test\.tsx?$|^e2e\/(?:programs|pages|samples\/skills)(?:\/|$)/;
/** An example starts with the file that it creates, or with the file and the line after which it belongs. */
const EXAMPLE = /^```tsx?\n\/\/ (?<file>\S+?)(?:, after: (?<after>.+))?\n(?<code>(?:.*\n)*?)```$/gm;

/**
 * Applies the examples of CONTRIBUTING.md in their order to a copy of the project, hands the copy and the files that they
 * touch to `work`, and deletes the copy. A whole copy can be built and has all tests; another has what types and
 * architecture need.
 */
export function onCopyWithExamples(work: (copy: string, files: string[]) => void, { whole }: { whole: boolean }): void {
  // In the project's own folder for temporary data: hard links need the same file system, and Node finds the packages.
  mkdirSync(path.join(PROJECT_ROOT, ".cairn"), { recursive: true });
  const copy = mkdtempSync(path.join(PROJECT_ROOT, ".cairn/examples-"));
  const bring = (entry: string) =>
    cpSync(path.join(PROJECT_ROOT, entry), path.join(copy, entry), {
      recursive: true,
      filter: (file) => whole || !OTHER_TESTS.test(path.relative(PROJECT_ROOT, file)),
    });
  try {
    readdirSync(PROJECT_ROOT)
      .filter((name) => !LEFT_OUT.includes(name) && !name.startsWith(".env"))
      .forEach(bring);
    if (!whole) bring(OUTPUTS.folder);
    const files = apply(readFileSync(path.join(PROJECT_ROOT, "CONTRIBUTING.md"), "utf8"), copy);
    if (whole) {
      // Hard links, because the bundler follows no link that leaves the project.
      runIn(copy, "cp", ["-al", path.join(PROJECT_ROOT, "node_modules"), copy]);
      runIn(copy, "npm", ["run", "client"]);
    }
    work(copy, files);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs a program in the copy and returns what it prints; throws with the end of its output if it fails. */
export function runIn(folder: string, program: string, args: string[]): string {
  const { PATH = "", HOME = "", CHROMIUM_PATH = "" } = process.env;
  const env = { PATH, HOME, ...(CHROMIUM_PATH && { CHROMIUM_PATH }), NODE_ENV: "test" as const };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", env });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}:\n${stdout.slice(-4_000)}${stderr}`);
  return stdout;
}

/** Returns the files that the examples touch. */
function apply(document: string, folder: string): string[] {
  const files = new Set<string>();
  for (const { groups = {} } of document.matchAll(EXAMPLE)) {
    const { file = "", after, code = "" } = groups;
    const target = path.join(folder, file);
    files.add(file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (!after) {
      writeFileSync(target, code, { flag: "wx" });
      continue;
    }
    const [before, rest, ...more] = readFileSync(target, "utf8").split(`${after}\n`);
    if (rest === undefined || more.length > 0) throw new Error(`${file} does not have this line once: ${after}`);
    writeFileSync(target, `${before}${after}\n${code}${rest}`);
  }
  return [...files];
}
