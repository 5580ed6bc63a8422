import { readFileSync } from "node:fs";
import path from "node:path";

const FILE = path.resolve(import.meta.dirname, "../samples/lock-projects.jsonl");

/** What the files of a project say before and after a dependency was upgraded. */
type Project = {
  project: string;
  /** The tool that made the lock files. */
  tool: string;
  before: Record<string, string>;
  after: Record<string, string>;
};

type Expected = {
  /** The folder in which the command runs. */
  below?: string;
  lock: string;
  /** The technology that is upgraded, its locked versions, and a range around each. */
  upgraded: { technology: string; from: string; to: string; old: string; young: string };
  /** The other technologies that are sent, with their versions. */
  others?: Record<string, string>;
  /** Names that never leave. */
  kept?: string[];
};

const GOAT = { technology: "escape-goat", from: "3.0.0", to: "4.0.0", old: "^3.0.0", young: "^4.0.0" };
const HUMANIZE = { technology: "humanize", from: "3.14.0", to: "4.13.0", old: ">=3 <4", young: ">=4 <5" };
const HECK = { technology: "heck", from: "0.4.1", to: "0.5.0", old: "~0.4.0", young: "~0.5.0" };
const ODD = { "is-odd": "3.0.1" };
const member = (lock: string): Expected => ({
  below: "packages/shop",
  lock: `../../${lock}`,
  upgraded: GOAT,
});

const EXPECTED: Record<string, Expected> = {
  npm: { lock: "package-lock.json", upgraded: GOAT, others: ODD },
  // npm has no mark for a package of the workspace: only its lock file tells.
  "npm-workspace": { ...member("package-lock.json"), kept: ["@acme/lib"] },
  "pnpm-8": { lock: "pnpm-lock.yaml", upgraded: GOAT, others: ODD },
  "pnpm-catalog": member("pnpm-lock.yaml"),
  "yarn-1": { lock: "yarn.lock", upgraded: GOAT, others: ODD },
  "yarn-workspace": member("yarn.lock"),
  bun: { lock: "bun.lock", upgraded: GOAT, others: ODD },
  "bun-workspace": member("bun.lock"),
  uv: { lock: "uv.lock", upgraded: HUMANIZE, others: { iniconfig: "2.1.0", python: ">=3.12.0" } },
  "uv-workspace": {
    below: "packages/shop",
    lock: "../../uv.lock",
    upgraded: HUMANIZE,
    others: { python: ">=3.12.0" },
    kept: ["acme-core", "acme-lib"],
  },
  cargo: { lock: "Cargo.lock", upgraded: HECK, others: { fastrand: "2.3.0" } },
  "cargo-workspace": { below: "crates/shop", lock: "../../Cargo.lock", upgraded: HECK },
};

/** Two projects each of six ecosystems, with lock files as record-locks.ts had them made. */
export const lockProjects: Array<Project & Expected> = readFileSync(FILE, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Project & Expected => {
    const read: Project = JSON.parse(line);
    const expected = EXPECTED[read.project];
    if (!expected) throw new Error(`Nothing is expected of ${read.project}.`);
    return { ...read, ...expected };
  });
