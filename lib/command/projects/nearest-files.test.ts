import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { makeProject, read } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

test("the lock file of the nearest folder is read, whatever its kind", () => {
  const next = (version: string) => ({ dependencies: { next: version } });
  const files = {
    "package.json": next("^14.0.0"),
    "package-lock.json": { packages: { "node_modules/next": { version: "14.2.3" } } },
    "app/package.json": next("^16.0.0"),
    "app/pnpm-lock.yaml":
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      next:\n        specifier: ^16.0.0\n        version: 16.1.0\n",
  };
  expect(read(files, "app").technologies).toEqual(["next.js =16.1.0 (pnpm-lock.yaml)"]);
  expect(read(files).technologies).toEqual(["next.js =14.2.3 (package-lock.json)"]);
  const broken = { ...files, "app/pnpm-lock.yaml": "", "app/package-lock.json": "{" };
  expect(read(broken, "app").technologies).toEqual(["next.js ^16.0.0 (package.json)"]);

  const lock = (version: string) => `[[package]]\nname = "django"\nversion = "${version}"\n`;
  const python = {
    "pyproject.toml": '[project]\ndependencies = ["django"]\n',
    "uv.lock": lock("4.2.16"),
    "api/pyproject.toml": '[project]\ndependencies = ["django"]\n',
    "api/poetry.lock": lock("5.1.4"),
  };
  expect(read(python, "api").technologies).toEqual(["django =5.1.4 (poetry.lock)"]);
});

test("the file of the nearest folder names the version of Node and of Python, and is named", () => {
  const files = { ".nvmrc": "18\n", "app/.node-version": "v20.11.1\n", "app/package.json": {} };
  expect(read(files, "app").technologies).toEqual(["node.js =20.11.1 (.node-version)"]);
  const above = { ".nvmrc": "18\n", ".python-version": "3.12\r\n3.11\r\n" };
  expect(read({ ...above, "app/package.json": {}, "app/pyproject.toml": "" }, "app").technologies).toEqual([
    "node.js ^18 (../.nvmrc)",
    "python ~3.12 (../.python-version)",
  ]);
  for (const [text, version] of [
    ["v20", "^20"],
    ["20.11", "~20.11"],
    ["v20.11.1", "=20.11.1"],
  ])
    expect(read({ ".nvmrc": text ?? "", "package.json": {} }).technologies).toEqual([`node.js ${version} (.nvmrc)`]);
});

test("a member of a Cargo workspace takes the entries of the workspace", () => {
  const files = {
    "Cargo.toml": `[workspace]
members = ["crates/api"]

[workspace.dependencies]
rand = "0.8"
web = { package = "actix-web", version = "4.9" }
shared = { path = "crates/shared" }
serde = "1"
`,
    "Cargo.lock": `[[package]]
name = "rand"
version = "0.8.5"

[[package]]
name = "rand"
version = "0.9.0"
`,
    // Nearer, but not of the workspace.
    "crates/Cargo.toml": '[package]\nname = "crates"\n',
    "crates/api/Cargo.toml": `[dependencies]
rand.workspace = true
web = { workspace = true, features = ["macros"] }
shared.workspace = true

[target.'cfg(unix)'.dependencies]
nix = "0.29"

[target.x86_64-pc-windows-msvc.dev-dependencies]
serde.workspace = true
`,
  };
  expect(read(files, "crates/api").technologies).toEqual([
    "rand =0.8.5 (../../Cargo.lock)",
    "actix-web ^4.9 (../../Cargo.toml)",
    "nix ^0.29 (Cargo.toml)",
    "serde ^1 (../../Cargo.toml)",
  ]);
});

test("a lock file of several environments gives each of its versions", () => {
  const lock = ["2.1.0", "1.26.4"].map((version) => `[[package]]\nname = "numpy"\nversion = "${version}"\n`).join("\n");
  for (const dependencies of [
    `["numpy>=1.26"]`,
    `["numpy<2; python_version < '3.10'", "numpy>=2; python_version >= '3.10'"]`,
  ])
    expect(
      read({ "pyproject.toml": `[project]\ndependencies = ${dependencies}\n`, "uv.lock": lock }).technologies,
    ).toEqual(["numpy 1.26.4 || 2.1.0 (uv.lock)"]);
  const builds = ["2.1.0+cpu", "2.1.0"].map((version) => `[[package]]\nname = "torch"\nversion = "${version}"\n`);
  expect(
    read({ "pyproject.toml": '[project]\ndependencies = ["torch"]\n', "uv.lock": builds.join("\n") }).technologies,
  ).toEqual(["pytorch =2.1.0 (uv.lock)"]);
});

test("an included file is found from the folder of the file that includes it, and not outside of the project", () => {
  const files = {
    "secret.txt": "flask==3.0.3\n",
    "api/requirements.txt": "-r requirements/dev.txt\n-r ../secret.txt\n",
    "api/requirements/dev.txt": "-r base.txt\n--requirement=../more.txt\n-r ../../secret.txt\n-r /etc/hosts\n",
    "api/requirements/base.txt": "django==5.1.4\n",
    "api/more.txt": "celery==5.4.0\n",
    "api/base.txt": "ruff==0.8.0\n",
  };
  expect(read(files, "api")).toEqual({
    technologies: ["django =5.1.4 (requirements.txt)", "celery =5.4.0 (requirements.txt)"],
    warnings: ["requirements/dev.txt", "requirements.txt"].map((file) => ({
      file,
      detail: "includes a file outside of the project, which was ignored",
    })),
    folder: "api",
  });
});

test("a manifest may be a link", () => {
  const made = makeProject({ "package.json": { dependencies: { next: "^14.0.0" } }, "app/notes.txt": "" });
  try {
    renameSync(path.join(made.folder, "package.json"), path.join(made.folder, "shared.json"));
    symlinkSync("../shared.json", path.join(made.folder, "app/package.json"));
    symlinkSync("package.json", path.join(made.folder, "package.json"));
    const { folder, technologies, warnings } = readProject(path.join(made.folder, "app"));
    expect([folder, warnings]).toEqual([path.join(made.folder, "app"), []]);
    expect(technologies).toEqual([{ technology: "next.js", version: "^14.0.0", exact: false, source: "package.json" }]);
  } finally {
    made.remove();
  }
});

test("without a repository only the current folder is read", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-plain-"));
  try {
    writeFileSync(path.join(folder, "go.mod"), "module a\n\ngo 1.23\n");
    writeFileSync(path.join(folder, "cairn.lock"), "{}");
    const below = path.join(folder, "notes");
    mkdirSync(below);
    expect(readProject(below)).toEqual({ folder: below, technologies: [], warnings: [] });
    expect(readProject(folder).technologies).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
