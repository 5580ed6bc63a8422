import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type Files, makeProject, names } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

const NPM = "https://registry.npmjs.org";
const OWN = "https://npm.acme.example";
const manifest = (dependencies: Record<string, string>, more: object = {}) => ({
  "package.json": { dependencies, ...more },
});
const locked = (packages: Record<string, object>) => ({
  "package-lock.json": {
    lockfileVersion: 3,
    packages: Object.fromEntries(Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry])),
  },
});
const at = (version: string, registry = NPM) => ({ version, resolved: `${registry}/a/-/a-${version}.tgz` });

for (const [what, files, surroundings, kept] of [
  [
    "an address",
    manifest({
      zod: "^4.0.0",
      a: "git+ssh://git@acme.example/a.git",
      b: "github:acme/b",
      c: "acme/c#main",
      d: "../d",
      e: "git@github.com:acme/e.git",
    }),
    {},
    ["b", "c", "d", "e"],
  ],
  [
    "a workspace",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
      ...locked({ zod: at("4.0.0"), "@acme/a": { resolved: "packages/a", link: true } }),
    },
    {},
    ["@acme/a"],
  ],
  [
    "another registry in the lock file",
    { ...manifest({ zod: "^4.0.0", a: "^1.0.0" }), ...locked({ zod: at("4.0.0"), a: at("1.0.0", OWN) }) },
    {},
    ["a"],
  ],
  [
    "what the lock file does not list",
    { ...manifest({ zod: "^4.0.0", a: "^1.0.0" }), ...locked({ zod: at("4.0.0") }) },
    {},
    ["a"],
  ],
  [
    "a scope of .npmrc",
    { ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }), ".npmrc": `@acme:registry=${OWN}\n` },
    {},
    ["@acme/a"],
  ],
  [
    "a scope of the user's .npmrc",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
    { home: { ".npmrc": `@acme:registry = ${OWN}\n` } },
    ["@acme/a"],
  ],
  [
    "a scope of .yarnrc.yml",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
      ".yarnrc.yml": `npmScopes:\n  acme:\n    npmRegistryServer: "${OWN}"\n`,
    },
    {},
    ["@acme/a"],
  ],
  [
    "a scope of bunfig.toml",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
      "bunfig.toml": `[install.scopes]\nacme = { url = "${OWN}" }\n`,
    },
    {},
    ["@acme/a"],
  ],
  [
    "the project's own scope",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }, { name: "@acme/shop" }),
    {},
    ["@acme/a"],
  ],
  [
    "a registry for all, where the lock file tells the others",
    {
      ...manifest({ zod: "^4.0.0", a: "^1.0.0" }),
      ...locked({ zod: at("4.0.0"), a: { version: "1.0.0" } }),
      ".npmrc": `registry=${OWN}\n`,
    },
    {},
    ["a"],
  ],
  [
    "a registry that the project publishes to",
    manifest({ zod: "^4.0.0" }, { name: "shop", publishConfig: { registry: OWN } }),
    {},
    ["zod"],
  ],
  [
    "a scope that the project publishes to another registry",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }, { publishConfig: { "@acme:registry": OWN } }),
    {},
    ["@acme/a"],
  ],
  [
    "the scope of a package of the workspace",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }, { name: "shop", workspaces: ["packages/*"] }),
      ...locked({
        zod: at("4.0.0"),
        "@acme/a": at("1.0.0"),
        "@acme/b": { resolved: "packages/b", link: true },
      }),
    },
    {},
    ["@acme/a"],
  ],
  [
    "the scope of a package of a workspace of pnpm",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0", "@acme/b": "workspace:*" }),
      "pnpm-lock.yaml":
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.0.0\n        version: 4.0.0\n      '@acme/a':\n        specifier: ^1.0.0\n        version: 1.0.0\n      '@acme/b':\n        specifier: workspace:*\n        version: link:packages/b\n",
    },
    {},
    ["@acme/a"],
  ],
  [
    "the scope of a package of a workspace of Bun",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
      "bun.lock": `{ "workspaces": {}, "packages": { "zod": ["zod@4.0.0", "", {}, ""], "@acme/a": ["@acme/a@1.0.0", "", {}, ""], "@acme/b": ["@acme/b@workspace:packages/b"] } }`,
    },
    {},
    ["@acme/a"],
  ],
  [
    "an address in pnpm-lock.yaml",
    {
      ...manifest({ zod: "^4.0.0", "@partner/a": "^1.0.0" }),
      "pnpm-lock.yaml": `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.0.0\n        version: 4.0.0\n      '@partner/a':\n        specifier: ^1.0.0\n        version: 1.0.0(zod@4.0.0)\npackages:\n\n  '@partner/a@1.0.0':\n    resolution: {integrity: sha512-0, tarball: ${OWN}/@partner/a/-/a-1.0.0.tgz}\n\n  zod@4.0.0:\n    resolution: {integrity: sha512-0}\n`,
    },
    {},
    ["@partner/a"],
  ],
  [
    "a registry of pnpm-workspace.yaml",
    { ...manifest({ zod: "^4.0.0" }), "pnpm-workspace.yaml": `registry: ${OWN}\n` },
    {},
    ["zod"],
  ],
  [
    "the user's settings of pnpm",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
    { home: { ".config/pnpm/rc": `@acme:registry=${OWN}\n` } },
    ["@acme/a"],
  ],
  [
    "a scope of the environment",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
    { env: { "npm_config_@acme:registry": OWN } },
    ["@acme/a"],
  ],
  [
    "a registry of Yarn's environment",
    manifest({ zod: "^4.0.0" }),
    { env: { YARN_NPM_REGISTRY_SERVER: OWN } },
    ["zod"],
  ],
  [
    "what cairn.json names",
    {
      ...manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0", "acme-b": "^1.0.0" }),
      "cairn.json": { private: ["@ACME", "acme-*"] },
    },
    {},
    ["@acme/a", "acme-b"],
  ],
  [
    "what the user's own cairn.json names",
    manifest({ zod: "^4.0.0", "@acme/a": "^1.0.0" }),
    { home: { ".config/cairn/cairn.json": { private: ["@acme"] } } },
    ["@acme/a"],
  ],
  ["what --private names", manifest({ zod: "^4.0.0", "acme-b": "^1.0.0" }), { given: ["*-b"] }, ["acme-b"]],
  ["a cairn.json that cannot be read", { ...manifest({ zod: "^4.0.0" }), "cairn.json": "{" }, {}, ["zod"]],
  [
    "a cairn.json whose names are none",
    { ...manifest({ zod: "^4.0.0" }), "cairn.json": { private: "@acme" } },
    {},
    ["zod"],
  ],
  ["a registry of the environment", manifest({ zod: "^4.0.0" }), { env: { npm_config_registry: OWN } }, ["zod"]],
  ["a workspace without a lock file", manifest({ zod: "^4.0.0" }, { workspaces: ["packages/*"] }), {}, ["zod"]],
  [
    "links of pnpm",
    {
      ...manifest({ zod: "^4.0.0", a: "^1.0.0" }),
      "pnpm-lock.yaml":
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.0.0\n        version: 4.0.0\n      a:\n        specifier: ^1.0.0\n        version: link:../a\n",
    },
    {},
    ["a"],
  ],
  [
    "a workspace of Yarn 4",
    {
      ...manifest({ zod: "^4.0.0", a: "^1.0.0" }),
      "yarn.lock":
        '__metadata:\n  version: 8\n"zod@npm:^4.0.0":\n  version: 4.0.0\n  resolution: "zod@npm:4.0.0"\n"a@npm:^1.0.0, a@workspace:a":\n  version: 0.0.0-use.local\n  resolution: "a@workspace:a"\n',
    },
    {},
    ["a"],
  ],
  [
    "another registry of Yarn 1",
    {
      ...manifest({ zod: "^4.0.0", a: "^1.0.0" }),
      "yarn.lock": `zod@^4.0.0:\n  version "4.0.0"\n  resolved "https://registry.yarnpkg.com/zod/-/zod-4.0.0.tgz#0"\n\na@^1.0.0:\n  version "1.0.0"\n  resolved "${OWN}/a/-/a-1.0.0.tgz#0"\n`,
    },
    {},
    ["a"],
  ],
  [
    "a workspace and a registry of Bun",
    {
      ...manifest({ zod: "^4.0.0", a: "^1.0.0", b: "^1.0.0" }),
      "bun.lock": `{ "workspaces": {}, "packages": { "zod": ["zod@4.0.0", "", {}, ""], "a": ["a@workspace:a"], "b": ["b@1.0.0", "${OWN}/b.tgz", {}, ""] } }`,
    },
    {},
    ["a", "b"],
  ],
] as const)
  test(`JavaScript: ${what}`, () => {
    const isAll = kept[0] === "zod";
    expect(names(files as Files, surroundings)).toEqual({ sent: isAll ? [] : ["zod"], kept });
  });

test("with all, what only other packages ask for is read too, and kept by the same rules", () => {
  const files = {
    ...manifest({ zod: "^4.0.0" }),
    ...locked({ zod: at("4.0.0"), ms: at("2.1.3"), a: at("1.0.0", OWN) }),
  };
  expect(names(files)).toEqual({ sent: ["zod"], kept: [] });
  expect(names(files, { all: true })).toEqual({ sent: ["ms", "zod"], kept: ["a"] });
});

for (const [file, text] of [
  [
    "pnpm-lock.yaml",
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.0.0\n        version: 4.0.0\npackages:\n\n  '@scope/ms@2.1.3':\n    resolution: {integrity: sha512-0}\n\n  zod@4.0.0:\n    resolution: {integrity: sha512-0}\n",
  ],
  [
    "yarn.lock",
    '__metadata:\n  version: 8\n"zod@npm:^4.0.0":\n  version: 4.0.0\n  resolution: "zod@npm:4.0.0"\n"@scope/ms@npm:^2":\n  version: 2.1.3\n  resolution: "@scope/ms@npm:2.1.3"\n',
  ],
  [
    "bun.lock",
    '{ "workspaces": {}, "packages": { "zod": ["zod@4.0.0", "", {}, ""], "@scope/ms": ["@scope/ms@2.1.3", "", {}, ""] } }',
  ],
] as const)
  test(`with all, ${file} lists what others ask for`, () => {
    expect(names({ ...manifest({ zod: "^4.0.0" }), [file]: text }, { all: true })).toEqual({
      sent: ["@scope/ms", "zod"],
      kept: [],
    });
  });

test("a linked package of node_modules may be private", () => {
  const made = makeProject(manifest({ a: "^1.0.0" }));
  try {
    mkdirSync(path.join(made.folder, "own/a"), { recursive: true });
    mkdirSync(path.join(made.folder, "node_modules"));
    writeFileSync(path.join(made.folder, "own/a/package.json"), '{"version": "1.0.0"}');
    symlinkSync("../own/a", path.join(made.folder, "node_modules/a"));
    expect(readProject(made.folder).technologies).toMatchObject([{ technology: "a", withheld: expect.any(String) }]);
  } finally {
    made.remove();
  }
});
