import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import semver from "semver";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

type Package = {
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
  hasInstallScript?: boolean;
  os?: string[];
};

/** The Node versions that the README calls tested, at their oldest. */
const NODES = ["20.19.0", "22.13.0", "24.0.0", "26.0.0"];

const textOf = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), "utf8");
const isForLinux = ({ os = ["linux"] }: Package) => os.includes("linux");
const packages: Record<string, Package> = JSON.parse(textOf("package-lock.json")).packages;

/** Node's own resolution: the package's folder, then each parent folder. */
function isLocked(packages: Record<string, Package>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[path.posix.join(folder, "node_modules", name)]) return true;
    if (folder === "") return false;
  }
}

// npm omits other platforms' packages that a registry lacks, and `npm ci` then rejects the whole file.
test("the lock file names the optional packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, from, name)),
  );
  expect(missing).toEqual([]);
});

test("every package supports the Node versions that are tested, so npm prints no warning", () => {
  const wanting = Object.entries(packages)
    .filter(([, each]) => isForLinux(each))
    .flatMap(([name, { engines }]) =>
      NODES.filter((node) => !semver.satisfies(node, engines?.node ?? "*")).map((node) => `${name}: ${node}`),
    );
  expect(wanting).toEqual([]);
});

// npm 12 runs only these.
test("every script that an installation on Linux needs is allowed by name", () => {
  const allowed = Object.keys(JSON.parse(textOf("package.json")).allowScripts);
  const scripted = Object.entries(packages)
    .filter(([, each]) => each.hasInstallScript && isForLinux(each))
    .map(([folder]) => folder.replace(/^.*node_modules\//, ""));
  expect(scripted.filter((name) => !allowed.includes(name))).toEqual([]);
});
