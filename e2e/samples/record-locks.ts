import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type LockProject, lockProjects } from "@/e2e/samples/rows";
import { makeProject } from "@/e2e/support/made-project";

/**
 * `node --import tsx e2e/samples/record-locks.ts [PROJECT...]`: has the tools make the lock files of the sample projects
 * anew. Those of uv are written by its documentation.
 */
const FILE = path.join(import.meta.dirname, "lock-projects.jsonl");
/** The package of Bun for one platform has no link in `.bin`. */
const BUN = `"$(echo "$PATH" | sed "s#/.bin:.*##")/@oven/bun-linux-x64/bin/bun" install --lockfile-only`;
const COMMANDS: Array<[tool: RegExp, ...command: string[]]> = [
  [/^npm@/, "npm", "install", "--package-lock-only", "--ignore-scripts"],
  [/^pnpm@/, "pnpm", "install", "--lockfile-only"],
  [/^yarn@/, "yarn", "install", "--ignore-scripts"],
  [/^@yarnpkg\//, "yarn", "install", "--mode=update-lockfile"],
  [/^@oven\/bun-/, "sh", "-c", BUN],
];

const names = process.argv.slice(2);
const rows = lockProjects.map((row) => (names.length === 0 || names.includes(row.project) ? recorded(row) : row));
writeFileSync(FILE, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);

function recorded(row: LockProject): LockProject {
  const isCargo = row.tool.startsWith("cargo");
  const [, ...command] = COMMANDS.find(([tool]) => tool.test(row.tool)) ?? [];
  if (command.length === 0 && !isCargo) return row;
  const [program, args] = isCargo
    ? ["cargo", ["generate-lockfile", "--offline"]]
    : ["npx", ["--yes", `--package=${row.tool}`, "--", ...command]];
  const lock = path.basename(row.lock);
  const made = makeProject(isCargo ? vendored() : {});
  try {
    const [before, after] = [row.before, row.after].map((files) => {
      for (const [name, text] of Object.entries(files)) if (name !== lock) made.put(name, text);
      for (const name of Object.keys(files))
        if (/\[package\]/.test(files[name] ?? "")) made.put(path.join(path.dirname(name), "src/lib.rs"), "");
      execFileSync(program, args, { cwd: made.folder, stdio: ["ignore", "ignore", "inherit"] });
      return { ...files, [lock]: readFileSync(path.join(made.folder, lock), "utf8") };
    });
    const tool = isCargo ? execFileSync("cargo", ["--version"], { encoding: "utf8" }).trim() : row.tool;
    return { ...row, tool, before: before ?? {}, after: after ?? {} };
  } finally {
    made.remove();
  }
}

/** Crates of crates.io in a folder in its place: only their names, versions and a digest are in a lock file. */
function vendored(): Record<string, string> {
  const settings = '[source.crates-io]\nreplace-with = "vendored"\n\n[source.vendored]\ndirectory = "vendor"\n';
  const files: Record<string, string> = { ".cargo/config.toml": settings };
  for (const crate of ["heck 0.4.1", "heck 0.5.0", "fastrand 2.3.0"]) {
    const [name, version] = crate.split(" ");
    const at = `vendor/${name}-${version}`;
    files[`${at}/Cargo.toml`] = `[package]\nname = "${name}"\nversion = "${version}"\n`;
    files[`${at}/src/lib.rs`] = "";
    const digest = createHash("sha256").update(crate).digest("hex");
    files[`${at}/.cargo-checksum.json`] = JSON.stringify({ files: {}, package: digest });
  }
  return files;
}
