import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

type Files = Record<string, string>;
type Recorded = { project: string; tool: string; before: Files; after: Files };
type Making = {
  project: string;
  tool: string;
  /** The manifests, with the range of the package that is upgraded. */
  files: (range: string) => Files;
  ranges: [before: string, after: string];
  lock: string;
  run: string[];
};

const FILE = path.resolve(import.meta.dirname, "../samples/lock-projects.jsonl");
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const shop = (range: string, more: object = {}) =>
  json({
    name: "shop",
    version: "1.0.0",
    private: true,
    dependencies: { "escape-goat": range },
    devDependencies: { "is-odd": "^3.0.1" },
    ...more,
  });
const lib = json({ name: "@acme/lib", version: "1.0.0" });
const member = (range: string, of = "*") =>
  json({ name: "@acme/shop", version: "1.0.0", dependencies: { "escape-goat": range, "@acme/lib": of } });
const root = (more: object = {}) => json({ name: "monorepo", version: "1.0.0", private: true, ...more });
const workspaces = { workspaces: ["packages/*"] };
const npx = (tool: string, ...args: string[]) => ["npx", "--yes", `--package=${tool}`, "--", ...args];

const NPM = "npm@11.19.1";
const PNPM = "pnpm@10.34.8";
const PNPM_8 = "pnpm@8.15.9";
const YARN = "@yarnpkg/cli-dist@4.9.4";
const YARN_1 = "yarn@1.22.22";
const BUN = "@oven/bun-linux-x64@1.3.9";
/** The package of the program for one platform has no link in `.bin`. */
const BUN_INSTALL = `"$(echo "$PATH" | sed "s#/.bin:.*##")/@oven/bun-linux-x64/bin/bun" install --lockfile-only`;
const GOAT: Making["ranges"] = ["^3.0.0", "^4.0.0"];

const MADE: Making[] = [
  {
    project: "npm",
    tool: NPM,
    files: (range) => ({ "package.json": shop(range) }),
    ranges: GOAT,
    lock: "package-lock.json",
    run: npx(NPM, "npm", "install", "--package-lock-only", "--ignore-scripts"),
  },
  {
    project: "npm-workspace",
    tool: NPM,
    files: (range) => ({
      "package.json": root(workspaces),
      "packages/lib/package.json": lib,
      "packages/shop/package.json": member(range),
    }),
    ranges: GOAT,
    lock: "package-lock.json",
    run: npx(NPM, "npm", "install", "--package-lock-only", "--ignore-scripts"),
  },
  {
    project: "pnpm-8",
    tool: PNPM_8,
    files: (range) => ({ "package.json": shop(range) }),
    ranges: GOAT,
    lock: "pnpm-lock.yaml",
    run: npx(PNPM_8, "pnpm", "install", "--lockfile-only"),
  },
  {
    project: "pnpm-catalog",
    tool: PNPM,
    files: (range) => ({
      "package.json": root(),
      "pnpm-workspace.yaml": `packages:\n  - packages/*\ncatalog:\n  escape-goat: ${range}\n`,
      "packages/lib/package.json": lib,
      "packages/shop/package.json": member("catalog:", "workspace:*"),
    }),
    ranges: GOAT,
    lock: "pnpm-lock.yaml",
    run: npx(PNPM, "pnpm", "install", "--lockfile-only"),
  },
  {
    project: "yarn-1",
    tool: YARN_1,
    files: (range) => ({ "package.json": shop(range) }),
    ranges: GOAT,
    lock: "yarn.lock",
    run: npx(YARN_1, "yarn", "install", "--ignore-scripts"),
  },
  {
    project: "yarn-workspace",
    tool: YARN,
    files: (range) => ({
      "package.json": root({ ...workspaces, packageManager: "yarn@4.9.4" }),
      "packages/lib/package.json": lib,
      "packages/shop/package.json": member(range, "workspace:^"),
    }),
    ranges: GOAT,
    lock: "yarn.lock",
    run: npx(YARN, "yarn", "install", "--mode=update-lockfile"),
  },
  {
    project: "bun",
    tool: BUN,
    files: (range) => ({ "package.json": shop(range) }),
    ranges: GOAT,
    lock: "bun.lock",
    run: npx(BUN, "sh", "-c", BUN_INSTALL),
  },
  {
    project: "bun-workspace",
    tool: BUN,
    files: (range) => ({
      "package.json": root(workspaces),
      "packages/lib/package.json": lib,
      "packages/shop/package.json": member(range, "workspace:*"),
    }),
    ranges: GOAT,
    lock: "bun.lock",
    run: npx(BUN, "sh", "-c", BUN_INSTALL),
  },
  {
    project: "cargo",
    tool: "cargo",
    files: (range) => ({
      "Cargo.toml": `[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\nheck = "${range}"\n\n[dev-dependencies]\nfastrand = "2"\n`,
      "src/lib.rs": "",
    }),
    ranges: ["0.4", "0.5"],
    lock: "Cargo.lock",
    run: ["cargo", "generate-lockfile", "--offline"],
  },
  {
    project: "cargo-workspace",
    tool: "cargo",
    files: (range) => ({
      "Cargo.toml": `[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n\n[workspace.dependencies]\nheck = "${range}"\n`,
      "crates/lib/Cargo.toml": '[package]\nname = "acme-lib"\nversion = "1.0.0"\nedition = "2021"\n',
      "crates/lib/src/lib.rs": "",
      "crates/shop/Cargo.toml":
        '[package]\nname = "acme-shop"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\nheck.workspace = true\nacme-lib = { path = "../lib" }\n',
      "crates/shop/src/lib.rs": "",
    }),
    ranges: ["0.4", "0.5"],
    lock: "Cargo.lock",
    run: ["cargo", "generate-lockfile", "--offline"],
  },
];

/** Crates of crates.io in a folder in its place: only their names, versions and a digest are in a lock file. */
function vendored(): Files {
  const crates = ["heck 0.4.1", "heck 0.5.0", "fastrand 2.3.0"].map((crate) => crate.split(" "));
  const files = crates.map(([name = "", version = ""]): Files => {
    const digest = createHash("sha256").update(`${name} ${version}`).digest("hex");
    const at = `vendor/${name}-${version}`;
    return {
      [`${at}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "${version}"\n`,
      [`${at}/src/lib.rs`]: "",
      [`${at}/.cargo-checksum.json`]: JSON.stringify({ files: {}, package: digest }),
    };
  });
  const settings = '[source.crates-io]\nreplace-with = "vendored"\n\n[source.vendored]\ndirectory = "vendor"\n';
  return Object.assign({ ".cargo/config.toml": settings }, ...files);
}

function recorded({ project, tool, files, ranges, lock, run: [program = "", ...args] }: Making): Recorded {
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-locks-"));
  try {
    if (tool === "cargo") put(folder, vendored());
    const [before, after] = ranges.map((range): Files => {
      put(folder, files(range));
      execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
      const manifests = Object.entries(files(range)).filter(([, text]) => text !== "");
      return { ...Object.fromEntries(manifests), [lock]: readFileSync(path.join(folder, lock), "utf8") };
    });
    return { project, tool: toolIn(tool), before: before ?? {}, after: after ?? {} };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toolIn(tool: string): string {
  return tool === "cargo" ? execFileSync("cargo", ["--version"], { encoding: "utf8" }).trim() : tool;
}

function put(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

// Makes the recorded lock files anew with the tools themselves; those of uv are written by its documentation.
const names = process.argv.slice(2);
const kept: Recorded[] = readFileSync(FILE, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));
for (const making of MADE) {
  if (names.length > 0 && !names.includes(making.project)) continue;
  const made = recorded(making);
  const at = kept.findIndex(({ project }) => project === making.project);
  if (at < 0) kept.push(made);
  else kept[at] = made;
  writeFileSync(FILE, `${kept.map((one) => JSON.stringify(one)).join("\n")}\n`);
}
