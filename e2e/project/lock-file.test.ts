import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

type Package = { optionalDependencies?: Record<string, string> };

/** Node's own resolution: the package's folder, then each parent folder. */
function isLocked(packages: Record<string, Package>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[path.posix.join(folder, "node_modules", name)]) return true;
    if (folder === "") return false;
  }
}

// npm omits other platforms' packages that a registry lacks, and `npm ci` then rejects the whole file.
test("the lock file names the optional packages of every platform", () => {
  const text = readFileSync(path.join(PROJECT_ROOT, "package-lock.json"), "utf8");
  const packages: Record<string, Package> = JSON.parse(text).packages;
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, from, name)),
  );
  expect(missing).toEqual([]);
});
