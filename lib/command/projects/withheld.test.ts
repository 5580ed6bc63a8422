import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type Files, makeProject, names } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

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

for (const [lock, files] of [
  ["package-lock.json", { "package.json": { dependencies: { a: "^1.0.0" } } }],
  ["uv.lock", { "pyproject.toml": '[project]\ndependencies = ["a"]\n' }],
  ["Cargo.lock", { "Cargo.toml": '[dependencies]\na = "1"\n' }],
  ["composer.lock", { "composer.json": { require: { "acme/a": "^1" } } }],
] as const)
  test(`where ${lock} cannot be read, no name is sent`, () => {
    const { sent, kept } = names({ ...files, [lock]: "\u0000{" });
    expect([sent, kept.length]).toEqual([[], 1]);
  });
