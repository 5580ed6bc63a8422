import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { makeProject } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

type Files = Record<string, string | object>;

type Surroundings = { home?: Files; env?: Record<string, string>; all?: boolean; given?: readonly string[] };

/** The names that would be sent of a project with these files, and those that would not. */
function names(files: Files, { home, env, all, given }: Surroundings = {}) {
  const made = [makeProject(files), makeProject(home ?? {})] as const;
  try {
    const { technologies } = readProject(made[0].folder, {
      home: made[1].folder,
      env: env ?? {},
      all: all ?? false,
      private: given ?? [],
    });
    const named = (isSent: boolean) =>
      technologies
        .filter(({ withheld }) => (withheld === undefined) === isSent)
        .map(({ technology }) => technology)
        .sort();
    return { sent: named(true), kept: named(false) };
  } finally {
    for (const { remove } of made) remove();
  }
}

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

const PYPROJECT = { "pyproject.toml": '[project]\ndependencies = ["django>=5", "acme-a"]\n' };
const uv = (source: string) =>
  `version = 1\n\n[[package]]\nname = "django"\nversion = "5.1.4"\nsource = { registry = "https://pypi.org/simple" }\n\n[[package]]\nname = "acme-a"\nversion = "1.0"\nsource = ${source}\n`;

for (const [what, files, surroundings] of [
  ["an index in uv.lock", { ...PYPROJECT, "uv.lock": uv('{ registry = "https://pypi.acme.example/simple" }') }, {}],
  ["a folder in uv.lock", { ...PYPROJECT, "uv.lock": uv('{ editable = "../a" }') }, {}],
  [
    "a source of Poetry",
    {
      ...PYPROJECT,
      "poetry.lock":
        '[[package]]\nname = "django"\nversion = "5.1.4"\n\n[[package]]\nname = "acme-a"\nversion = "1.0"\n\n[package.source]\ntype = "legacy"\nurl = "https://pypi.acme.example/simple"\n\n[metadata]\nlock-version = "2.0"\n',
    },
    {},
  ],
  [
    "a source without a lock file",
    {
      "pyproject.toml":
        '[project]\ndependencies = ["django>=5", "acme-a"]\n[tool.uv.sources]\nacme-a = { git = "https://git.acme.example/a" }\n',
    },
    {},
  ],
] as const)
  test(`Python: ${what}`, () => {
    expect(names(files as Files, surroundings)).toEqual({ sent: ["django"], kept: ["acme-a"] });
  });

for (const [what, files, surroundings] of [
  [
    "an index in requirements.txt",
    { "requirements.txt": "--extra-index-url https://pypi.acme.example/simple\ndjango==5.1\n" },
    {},
  ],
  [
    "the user's pip.conf",
    { "requirements.txt": "django==5.1\n" },
    { home: { ".config/pip/pip.conf": "[global]\nindex-url = https://pypi.acme.example/simple\n" } },
  ],
  [
    "an index of the environment",
    { "requirements.txt": "django==5.1\n" },
    { env: { PIP_INDEX_URL: "https://pypi.acme.example" } },
  ],
] as const)
  test(`Python without a lock file: ${what}`, () => {
    expect(names(files as Files, surroundings)).toEqual({ sent: [], kept: ["django"] });
  });

test("names of other ecosystems are kept as their registries write them", () => {
  const files = {
    "go.mod":
      "module example.org/shop\n\nrequire (\n\tgithub.com/labstack/echo/v4 v4.13.3\n\tgithub.com/acme/tool v1.0.0\n)\n",
    "pyproject.toml": '[project]\ndependencies = ["django>=5", "acme-a"]\n',
    "pom.xml":
      "<project><dependencies><dependency><groupId>com.acme.x</groupId><artifactId>y</artifactId><version>1.0</version></dependency></dependencies></project>",
  };
  expect(names(files)).toEqual({ sent: ["acme-a", "django", "echo", "tool", "y"], kept: [] });
  expect(names(files, { given: ["github.com/acme", "acme-*", "com.acme*"] })).toEqual({
    sent: ["django", "echo"],
    kept: ["acme-a", "tool", "y"],
  });
  // A name stands for itself and for what is below it, not for what begins like it; an empty one for nothing.
  expect(names(files, { given: ["acme", "djan", "github.com/lab", "", " "] }).kept).toEqual([]);
});

const CRATES = 'source = "registry+https://github.com/rust-lang/crates.io-index"';
for (const [what, files, sent, kept, surroundings] of [
  [
    "Cargo: registries, Git and folders",
    {
      "Cargo.toml": '[dependencies]\nserde = "1"\na = "1"\nb = { git = "https://git.acme.example/b" }\nd = "1"\n',
      "Cargo.lock": `version = 4\n\n[[package]]\nname = "serde"\nversion = "1.0.1"\n${CRATES}\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://crates.acme.example"\n\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = "git+https://git.acme.example/b#0"\n\n[[package]]\nname = "d"\nversion = "1.0.0"\n`,
    },
    ["serde"],
    ["a", "b", "d"],
    {},
  ],
  [
    "Go: hosts, the own owner and GOPRIVATE",
    {
      "go.mod":
        "module github.com/acme/shop\n\nrequire (\n\tgithub.com/labstack/echo/v4 v4.13.3\n\tgithub.com/acme/a v1.0.0\n\tgit.acme.example/b v1.0.0\n\tgithub.com/partner/d v1.0.0\n)\n",
    },
    ["echo"],
    ["a", "b", "d"],
    { env: { GOPRIVATE: "*.internal,github.com/part*" } },
  ],
  [
    "Ruby: another remote, Git and a path",
    {
      "Gemfile.lock":
        "GIT\n  remote: https://git.acme.example/a\n  specs:\n    a (1.0)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    rails (8.0.0)\n\nGEM\n  remote: https://gems.acme.example/\n  specs:\n    b (1.0)\n\nDEPENDENCIES\n  a!\n  b!\n  rails\n",
    },
    ["ruby on rails"],
    ["a", "b"],
    {},
  ],
  [
    "PHP: another repository",
    {
      "composer.json": { require: { "laravel/framework": "^11", "acme/a": "^1" } },
      "composer.lock": {
        packages: [
          { name: "laravel/framework", version: "v11.0.0", "notification-url": "https://packagist.org/downloads/" },
          { name: "acme/a", version: "1.0.0" },
        ],
      },
    },
    ["laravel"],
    ["acme/a"],
    {},
  ],
  [
    "Maven: the own organisation",
    {
      "pom.xml":
        "<project><groupId>com.acme.shop</groupId><dependencies><dependency><groupId>com.acme.a</groupId><artifactId>a</artifactId><version>1.0</version></dependency><dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>5.0.0</version></dependency></dependencies></project>",
    },
    ["mockito"],
    ["a"],
    {},
  ],
  [
    "Maven: another repository",
    {
      "pom.xml":
        "<project><repositories><repository><id>a</id><url>https://maven.acme.example</url></repository></repositories><dependencies><dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>5.0.0</version></dependency></dependencies></project>",
    },
    [],
    ["mockito"],
    {},
  ],
  [
    "Gradle: another repository",
    {
      "build.gradle":
        'repositories { maven { url "https://maven.acme.example" } }\ndependencies { implementation "org.mockito:mockito-core:5.0.0" }\n',
    },
    [],
    ["mockito"],
    {},
  ],
  [
    "NuGet: another source",
    {
      "shop.csproj": '<Project><ItemGroup><PackageReference Include="Serilog" Version="4.0.0" /></ItemGroup></Project>',
      "nuget.config":
        '<configuration><packageSources><add key="a" value="https://nuget.acme.example/v3/index.json" /></packageSources></configuration>',
    },
    [],
    ["serilog"],
    {},
  ],
  [
    "Elixir: an organisation and Git",
    {
      "mix.exs":
        'defp deps do\n  [{:phoenix, "~> 1.7"}, {:a, "~> 1.0", organization: "acme"}, {:b, git: "https://git.acme.example/b"}]\nend\n',
      "mix.lock":
        '%{\n  "phoenix": {:hex, :phoenix, "1.7.0", "0", [:mix], [], "hexpm", "0"},\n  "a": {:hex, :a, "1.0.0", "0", [:mix], [], "hexpm:acme", "0"},\n}\n',
    },
    ["phoenix"],
    ["a", "b"],
    {},
  ],
  [
    "Dart: another host",
    {
      "pubspec.yaml": "dependencies:\n  riverpod: ^2.0.0\n  a: ^1.0.0\n",
      "pubspec.lock":
        'packages:\n  riverpod:\n    dependency: "direct main"\n    description:\n      name: riverpod\n      url: "https://pub.dev"\n    source: hosted\n    version: "2.0.0"\n  a:\n    dependency: "direct main"\n    description:\n      name: a\n      url: "https://pub.acme.example"\n    source: hosted\n    version: "1.0.0"\n',
    },
    ["riverpod"],
    ["a"],
    {},
  ],
] as const)
  test(what, () => {
    expect(names(files as Files, surroundings)).toEqual({ sent, kept });
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

test("a link out of the project is not followed, one within it is", () => {
  const made = makeProject({ "shared/package.json": { dependencies: { zod: "^4.0.0" } } });
  const other = makeProject({ "package.json": { dependencies: { secret: "^1.0.0" } } });
  try {
    mkdirSync(path.join(made.folder, "app"));
    symlinkSync("../shared/package.json", path.join(made.folder, "app/package.json"));
    symlinkSync(path.join(other.folder, "package.json"), path.join(made.folder, "package.json"));
    const { technologies, warnings } = readProject(path.join(made.folder, "app"));
    expect(technologies.map(({ technology }) => technology)).toEqual(["zod"]);
    expect(warnings).toContainEqual({
      file: "../package.json",
      detail: "is a link out of the project and was ignored",
    });
  } finally {
    made.remove();
    other.remove();
  }
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

for (const [lock, files] of [
  ["package-lock.json", manifest({ a: "^1.0.0" })],
  ["uv.lock", { "pyproject.toml": '[project]\ndependencies = ["a"]\n' }],
  ["Cargo.lock", { "Cargo.toml": '[dependencies]\na = "1"\n' }],
  ["composer.lock", { "composer.json": { require: { "acme/a": "^1" } } }],
] as const)
  test(`where ${lock} cannot be read, no name is sent`, () => {
    const { sent, kept } = names({ ...files, [lock]: "\u0000{" });
    expect([sent, kept.length]).toEqual([[], 1]);
  });
