import { expect, test } from "@playwright/test";
import { read } from "@/e2e/support/made-project";

type Files = Record<string, string | object>;
const next = { dependencies: { next: "^14.0.0" } };
const pnpm = (version: string, specifier = "^14.0.0") =>
  `lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      next:\n        specifier: ${specifier}\n        version: ${version}\n\npackages:\n\n  next@${version}:\n    resolution: {integrity: sha512-0000}\n`;
const packageLock = (version: string) => ({ lockfileVersion: 3, packages: { "node_modules/next": { version } } });
const yarn = (key: string, version: string) => `# yarn lockfile v1\n\n\n${key}:\n  version "${version}"\n`;
const berry = (key: string, version: string) =>
  `__metadata:\n  version: 8\n  cacheKey: 10c0\n\n"${key}":\n  version: ${version}\n  resolution: "next@npm:${version}"\n  languageName: node\n  linkType: hard\n`;

const LOCKED: ReadonlyArray<[what: string, files: Files, read: string, below?: string]> = [
  [
    "pnpm 11 with a document for the package manager",
    {
      "package.json": next,
      "pnpm-lock.yaml": `---\nlockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    configDependencies: {}\n    packageManagerDependencies:\n      pnpm:\n        specifier: 11.0.0\n        version: 11.0.0\n\npackages:\n\n  pnpm@11.0.0:\n    resolution: {integrity: sha512-0000}\n\n---\n${pnpm("14.2.3")}`,
    },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "pnpm with Windows line ends",
    { "package.json": next, "pnpm-lock.yaml": pnpm("14.2.3").replaceAll("\n", "\r\n") },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "pnpm in flow style",
    {
      "package.json": next,
      "pnpm-lock.yaml":
        "lockfileVersion: '9.0'\nimporters: {'.': {dependencies: {next: {specifier: ^14.0.0, version: 14.2.3}}}}\n",
    },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "an alias in pnpm",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "pnpm-lock.yaml": pnpm("next@14.2.3(react@18.3.1)").replaceAll("      next:", "      web:"),
    },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "a catalog in pnpm's lock file",
    {
      "package.json": { dependencies: { next: "catalog:" } },
      "pnpm-workspace.yaml": "catalog:\n  next: ^14.0.0\n",
      "pnpm-lock.yaml": pnpm("14.2.3", "'catalog:'"),
    },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "npm-shrinkwrap.json before package-lock.json",
    { "package.json": next, "package-lock.json": packageLock("14.0.1"), "npm-shrinkwrap.json": packageLock("14.2.3") },
    "next.js =14.2.3 (npm-shrinkwrap.json)",
  ],
  [
    "npm before pnpm where nothing says which",
    { "package.json": next, "package-lock.json": packageLock("14.2.3"), "pnpm-lock.yaml": pnpm("14.0.1") },
    "next.js =14.2.3 (package-lock.json)",
  ],
  [
    "the manager that the manifest names",
    {
      "package.json": { ...next, packageManager: "pnpm@9.1.0" },
      "package-lock.json": packageLock("14.0.1"),
      "pnpm-lock.yaml": pnpm("14.2.3"),
    },
    "next.js =14.2.3 (pnpm-lock.yaml)",
  ],
  [
    "the manager that devEngines names",
    {
      "package.json": { ...next, devEngines: { packageManager: { name: "yarn" } } },
      "package-lock.json": packageLock("14.0.1"),
      "yarn.lock": yarn("next@^14.0.0", "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "an alias in npm",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "package-lock.json": {
        lockfileVersion: 3,
        packages: { "node_modules/web": { name: "next", version: "14.2.3" } },
      },
    },
    "next.js =14.2.3 (package-lock.json)",
  ],
  [
    "an alias in npm 6",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "package-lock.json": { lockfileVersion: 1, dependencies: { web: { version: "npm:next@14.2.3" } } },
    },
    "next.js =14.2.3 (package-lock.json)",
  ],
  [
    "Yarn 1",
    { "package.json": next, "yarn.lock": yarn('next@^13.0.0, "next@^14.0.0"', "14.2.3") },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "an alias in Yarn 1",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "yarn.lock": yarn('"web@npm:next@^14.0.0"', "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "resolutions in Yarn 1",
    {
      "package.json": { ...next, resolutions: { next: "14.2.3" } },
      "yarn.lock": yarn("next@14.2.3, next@^14.0.0", "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "Berry",
    { "package.json": next, "yarn.lock": berry("next@npm:^13.0.0 || ^14.0.0, next@npm:^14.0.0", "14.2.3") },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "an alias in Berry",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "yarn.lock": berry("web@npm:next@^14.0.0", "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "resolutions in Berry",
    {
      "package.json": { ...next, resolutions: { "next@npm:^14.0.0": "14.2.3" } },
      "yarn.lock": berry("next@npm:14.2.3", "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "a catalog of Yarn",
    {
      "package.json": { dependencies: { next: "catalog:" } },
      ".yarnrc.yml": "catalog:\n  next: ^14.0.0\n",
      "yarn.lock": berry("next@npm:^14.0.0", "14.2.3"),
    },
    "next.js =14.2.3 (yarn.lock)",
  ],
  [
    "bun.lock, with trailing commas",
    {
      "package.json": next,
      "bun.lock":
        '{\n  "lockfileVersion": 1,\n  "workspaces": {\n    "": { "name": "shop", "dependencies": { "next": "^14.0.0", }, },\n  },\n  "packages": {\n    "next": ["next@14.2.3", "", { "bin": {} }, "sha512-0000"],\n  }\n}\n',
    },
    "next.js =14.2.3 (bun.lock)",
  ],
  [
    "a package of a workspace in bun.lock",
    {
      "package.json": { workspaces: ["apps/*"] },
      "apps/shop/package.json": { name: "shop", ...next },
      "bun.lock":
        '{ "workspaces": { "": { "name": "all" }, "apps/shop": { "name": "shop" } }, "packages": { "next": ["next@16.1.0"], "shop": ["shop@workspace:apps/shop"], "shop/next": ["next@14.2.3"] } }',
    },
    "next.js =14.2.3 (../../bun.lock)",
    "apps/shop",
  ],
  [
    "an alias in bun.lock",
    {
      "package.json": { dependencies: { web: "npm:next@^14.0.0" } },
      "bun.lock": '{ "workspaces": { "": {} }, "packages": { "web": ["next@14.2.3", "", {}, ""], } }',
    },
    "next.js =14.2.3 (bun.lock)",
  ],
];

test("lock files of the npm family pin what their managers install", () => {
  const found = LOCKED.map(([what, files, , below]) => {
    const { technologies, warnings } = read(files, below);
    return [what, technologies.join(), ...warnings.map(({ detail }) => detail)];
  });
  expect(found).toEqual(LOCKED.map(([what, , told]) => [what, told]));
});

const RANGES: ReadonlyArray<[what: string, files: Files, read: string, below?: string]> = [
  [
    "pnpm's catalog",
    {
      "package.json": { dependencies: { next: "catalog:" } },
      "pnpm-workspace.yaml": "packages: ['apps/*']\ncatalog:\n  next: ^14.1.0\n",
    },
    "next.js ^14.1.0 (pnpm-workspace.yaml)",
  ],
  [
    "pnpm's default catalog by its name",
    {
      "package.json": { dependencies: { next: "catalog:default" } },
      "pnpm-workspace.yaml": "catalog:\n  next: ^14.1.0\n",
    },
    "next.js ^14.1.0 (pnpm-workspace.yaml)",
  ],
  [
    "a named catalog, from a package",
    {
      "pnpm-workspace.yaml": "catalogs:\n  new:\n    next: ^16.0.0\n",
      "apps/shop/package.json": { dependencies: { next: "catalog:new" } },
    },
    "next.js ^16.0.0 (../../pnpm-workspace.yaml)",
    "apps/shop",
  ],
  [
    "a catalog of Bun",
    {
      "package.json": {
        workspaces: { packages: ["apps/*"], catalog: { next: "^14.1.0" } },
        dependencies: { next: "catalog:" },
      },
    },
    "next.js ^14.1.0 (package.json)",
  ],
  [
    "a catalog that is missing",
    { "package.json": { dependencies: { next: "catalog:" } } },
    "next.js null (package.json)",
  ],
  ["npm's overrides", { "package.json": { ...next, overrides: { next: "14.2.5" } } }, "next.js 14.2.5 (package.json)"],
  [
    "npm's overrides for the package itself",
    { "package.json": { ...next, overrides: { next: { ".": "14.2.5", react: "19" } } } },
    "next.js 14.2.5 (package.json)",
  ],
  [
    "npm's overrides by reference",
    { "package.json": { ...next, overrides: { next: "$next" } } },
    "next.js ^14.0.0 (package.json)",
  ],
  [
    "overrides of another package",
    { "package.json": { ...next, overrides: { "foo>next": "12.0.0", react: "19", "next@^12": "12.1.0" } } },
    "next.js ^14.0.0 (package.json)",
  ],
  [
    "pnpm's overrides in the manifest",
    { "package.json": { ...next, pnpm: { overrides: { "next@^14.0.0": "~14.2.0" } } } },
    "next.js ~14.2.0 (package.json)",
  ],
  [
    "pnpm's overrides in the workspace",
    { "package.json": next, "pnpm-workspace.yaml": "overrides:\n  next: ~14.2.0\n" },
    "next.js ~14.2.0 (pnpm-workspace.yaml)",
  ],
  [
    "Yarn's resolutions",
    { "package.json": { ...next, resolutions: { "**/next": "14.2.4" } } },
    "next.js 14.2.4 (package.json)",
  ],
  [
    "the outermost manifest's overrides",
    {
      "package.json": { overrides: { next: "14.2.5" } },
      "apps/shop/package.json": { ...next, overrides: { next: "12.0.0" } },
    },
    "next.js 14.2.5 (../../package.json)",
    "apps/shop",
  ],
];

test("catalogs and overrides say which range a manifest means", () => {
  const found = RANGES.map(([what, files, , below]) => [what, read(files, below).technologies.join()]);
  expect(found).toEqual(RANGES.map(([what, , told]) => [what, told]));
});

const UNREADABLE: ReadonlyArray<[file: string, text: string]> = [
  ["package-lock.json", '{"packages": {'],
  ["package-lock.json", "[]"],
  ["npm-shrinkwrap.json", '<<<<<<< HEAD\n{"packages": {}}\n'],
  ["pnpm-lock.yaml", ""],
  ["pnpm-lock.yaml", `<<<<<<< HEAD\n${pnpm("14.2.3")}=======\n${pnpm("14.2.4")}>>>>>>> other\n`],
  ["pnpm-lock.yaml", "lockfileVersion: '9.0'\nimporters:\n  .: [\n"],
  ["pnpm-lock.yaml", "importers:\n  .: {}\n"],
  ["yarn.lock", "no lock file\n"],
  ["yarn.lock", `<<<<<<< HEAD\n${yarn("next@^14.0.0", "14.2.3")}`],
  ["yarn.lock", '__metadata:\n  version: 8\n\n"next@npm:^14.0.0:\n  version: 14.2.3\n'],
  ["bun.lock", '{ "packages": { "next": ["next@14.2.3", }'],
  ["bun.lock", "{}"],
  ["bun.lockb", "#!/usr/bin/env bun\nbun-lockfile-format-v0\n\u0000\u0001"],
];

test("a lock file that cannot be read is said, and the ranges of the manifest count", () => {
  for (const [file, text] of UNREADABLE) {
    const { technologies, warnings } = read({ "package.json": next, [file]: text });
    expect([file, text, technologies]).toEqual([file, text, ["next.js ^14.0.0 (package.json)"]]);
    expect(warnings, `${file}: ${text}`).toEqual([
      { file, detail: expect.stringMatching(/^is malformed and was ignored: ./) },
    ]);
  }
});
