import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Folders that a copy of the sources does not need. */
const LEFT_OUT = [".git", ".next", ".cairn", "node_modules", "test-results", "playwright-report", "screenshots"];
/** An example starts with the file that it creates, or with the file and the line after which it belongs. */
const EXAMPLE = /^```tsx?\n\/\/ (?<file>\S+?)(?:, after: (?<after>.+))?\n(?<code>(?:.*\n)*?)```$/gm;

test("the examples of CONTRIBUTING work on a copy of the project", () => {
  test.setTimeout(600_000);
  // In the project's own folder for temporary data, because hard links need the same file system.
  mkdirSync(path.join(PROJECT_ROOT, ".cairn"), { recursive: true });
  const copy = mkdtempSync(path.join(PROJECT_ROOT, ".cairn/examples-"));
  try {
    tryExamples(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

function tryExamples(copy: string): void {
  for (const entry of readdirSync(PROJECT_ROOT).filter((name) => !LEFT_OUT.includes(name) && !name.startsWith(".env")))
    cpSync(path.join(PROJECT_ROOT, entry), path.join(copy, entry), { recursive: true });
  // Hard links, because the bundler follows no link that leaves the project.
  run("cp", ["-al", path.join(PROJECT_ROOT, "node_modules"), copy], copy);

  const applied = apply(readFileSync(path.join(PROJECT_ROOT, "CONTRIBUTING.md"), "utf8"), copy);
  const tests = applied.filter((file) => file.endsWith(".test.ts"));
  expect(tests).toEqual(["e2e/api/technologies.test.ts", "e2e/pages/technologies.test.ts"]);

  run("node", [tool("typescript/bin/tsc"), "--noEmit"], copy);
  run("npm", ["run", "format"], copy);
  const output = run("npm", ["test", "--", ...tests, "e2e/project/architecture.test.ts"], copy);
  expect(output).toMatch(/^\d\d passed, 0 failed$/m);
}

/** Applies the examples in their order; returns the files that they touch. */
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

function run(program: string, args: string[], folder: string): string {
  const { PATH = "", HOME = "", CHROMIUM_PATH = "" } = process.env;
  const env = { PATH, HOME, ...(CHROMIUM_PATH && { CHROMIUM_PATH }), NODE_ENV: "test" as const };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", env });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}:\n${stdout.slice(-4_000)}${stderr}`);
  return stdout;
}

function tool(file: string): string {
  return path.join(PROJECT_ROOT, "node_modules", file);
}
