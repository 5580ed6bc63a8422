import { expect, test } from "@playwright/test";
import { read } from "@/e2e/support/made-project";

type Row = [what: string, files: Record<string, string | object>, ...technologies: string[]];

const catalog = `[versions]
spring = "6.1.1"
boot = { strictly = "3.2.0" }

[libraries]
core = { module = "org.springframework:spring-core", version.ref = "spring" }
junit = "org.junit.jupiter:junit-jupiter:5.10.1"
hibernate = { group = "org.hibernate.orm", name = "hibernate-core", version = "6.4.4.Final" }

[plugins]
boot = { id = "org.springframework.boot", version.ref = "boot" }
`;
const nuget = {
  version: 1,
  dependencies: {
    "net8.0": {
      "Microsoft.EntityFrameworkCore": {
        type: "Direct",
        requested: "[8.0.1, )",
        resolved: "8.0.11",
        contentHash: "00",
      },
      "Serilog.Core": { type: "Transitive", resolved: "3.1.1" },
    },
  },
};
const mixLock = `%{
  "ecto": {:hex, :ecto, "3.11.1", "00", [:mix], [{:decimal, "~> 2.0", [hex: :decimal]}], "hexpm", "11"},
  "phoenix": {:hex, :phoenix, "1.7.10", "00", [:mix], [], "hexpm", "11"},
  "own": {:git, "https://example.org/own.git", "abc", []},
}
`;
const pubLock = `packages:
  dio:
    dependency: "direct main"
    description:
      name: dio
      url: "https://pub.dev"
    source: hosted
    version: "1.2.1"
  meta:
    dependency: transitive
    version: "1.12.0"
sdks:
  dart: ">=3.3.0 <4.0.0"
  flutter: ">=3.19.0"
`;

const PROJECTS: readonly Row[] = [
  [
    "Gradle's version catalog",
    { "settings.gradle.kts": "", "gradle/libs.versions.toml": catalog },
    "spring =6.1.1 (gradle/libs.versions.toml)",
    "junit =5.10.1 (gradle/libs.versions.toml)",
    "hibernate =6.4.4 (gradle/libs.versions.toml)",
    "spring boot =3.2.0 (gradle/libs.versions.toml)",
  ],
  [
    "a catalog with gradle.lockfile",
    {
      "build.gradle": "",
      "gradle/libs.versions.toml":
        '[libraries]\ncore = { module = "org.springframework:spring-core", version = "6.1.+" }\n',
      "gradle.lockfile":
        "# generated\norg.springframework:spring-core:6.1.4=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n",
    },
    "spring =6.1.4 (gradle.lockfile)",
  ],
  [
    "gradle.lockfile alone",
    { "gradle.lockfile": "org.junit.jupiter:junit-jupiter:5.10.1=testCompileClasspath\nempty=\n" },
    "junit =5.10.1 (gradle.lockfile)",
  ],
  [
    "a script of Gradle in Groovy",
    {
      "build.gradle":
        "plugins {\n  id 'org.springframework.boot' version '3.2.0'\n}\nsourceCompatibility = '1.8'\ndependencies {\n  // testImplementation 'junit:junit:4.12'\n  testImplementation 'junit:junit:4.13.2'\n}\n",
    },
    "java ^8 (build.gradle)",
    "junit =4.13.2 (build.gradle)",
    "spring boot =3.2.0 (build.gradle)",
  ],
  [
    "a script of Gradle in Kotlin",
    {
      "build.gradle.kts":
        'plugins { kotlin("jvm") version "2.0.21" }\njava { toolchain { languageVersion = JavaLanguageVersion.of(21) } }\n',
    },
    "java ^21 (build.gradle.kts)",
    "kotlin =2.0.21 (build.gradle.kts)",
  ],
  [
    "Gradle's wrapper",
    {
      "build.gradle": "",
      "gradle/wrapper/gradle-wrapper.properties":
        "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.10.2-bin.zip\n",
    },
    "gradle =8.10.2 (gradle/wrapper/gradle-wrapper.properties)",
  ],
  [
    "a pom for Java 1.8",
    { "pom.xml": "<project><properties><java.version>1.8</java.version></properties></project>" },
    "java ^8 (pom.xml)",
  ],
  [
    "packages.lock.json",
    { "packages.lock.json": nuget },
    ".net ~8.0 (packages.lock.json)",
    "entity framework core =8.0.11 (packages.lock.json)",
  ],
  [
    "a project of C#",
    {
      "Shop.csproj":
        '<Project Sdk="Microsoft.NET.Sdk.Web">\n  <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>\n  <ItemGroup><!-- <PackageReference Include="Dapper" Version="1.0.0" /> -->\n    <PackageReference Include="Microsoft.EntityFrameworkCore" Version="8.0.11" />\n    <PackageReference Include="Dapper"><Version>2.1.*</Version></PackageReference>\n  </ItemGroup>\n</Project>\n',
    },
    ".net ~8.0 (Shop.csproj)",
    "asp.net core ~8.0 (Shop.csproj)",
    "entity framework core =8.0.11 (Shop.csproj)",
    "dapper 2.1.x (Shop.csproj)",
  ],
  [
    "central versions of NuGet",
    {
      "Shop.fsproj":
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net9.0;net8.0</TargetFrameworks></PropertyGroup><ItemGroup><PackageReference Include="Dapper" /></ItemGroup></Project>',
      "Directory.Packages.props":
        '<Project><ItemGroup><PackageVersion Include="Dapper" Version="2.1.35" /></ItemGroup></Project>',
    },
    ".net ~9.0 (Shop.fsproj)",
    "dapper =2.1.35 (Shop.fsproj)",
  ],
  [
    "mix.exs with mix.lock",
    {
      "mix.exs":
        'def project do\n  [app: :shop, elixir: "~> 1.16", deps: deps()]\nend\ndefp deps do\n  [\n    {:phoenix, "~> 1.7.0"},\n    # {:ecto, "~> 2.0"},\n    {:own, git: "https://example.org/own.git"}\n  ]\nend\n',
      "mix.lock": mixLock,
    },
    "elixir >=1.16.0 <2.0.0-0 (mix.exs)",
    "phoenix =1.7.10 (mix.lock)",
    "own null (mix.exs)",
  ],
  ["mix.lock alone", { "mix.lock": mixLock }, "ecto =3.11.1 (mix.lock)", "phoenix =1.7.10 (mix.lock)"],
  [
    "mix.exs alone",
    { "mix.exs": '[{:phoenix, ">= 1.7.0 and < 1.9.0"}, {:ecto, "~> 3.11", only: :dev}]' },
    "phoenix >=1.7.0 <1.9.0 (mix.exs)",
    "ecto >=3.11.0 <4.0.0-0 (mix.exs)",
  ],
  [
    "pubspec.yaml with pubspec.lock",
    {
      "pubspec.yaml":
        "name: shop\nenvironment:\n  sdk: ^3.3.0\ndependencies:\n  flutter:\n    sdk: flutter\n  dio: ^1.1.0\ndev_dependencies:\n  test: any\n  mockito: '>=5.4.0 <6.0.0'\n",
      "pubspec.lock": pubLock,
    },
    "dart ^3.3.0 (pubspec.yaml)",
    "flutter >=3.19.0 (pubspec.lock)",
    "dio =1.2.1 (pubspec.lock)",
    "test null (pubspec.yaml)",
    "mockito >=5.4.0 <6.0.0 (pubspec.yaml)",
  ],
  [
    "pubspec.lock alone",
    { "pubspec.lock": pubLock },
    "dart >=3.3.0 <4.0.0 (pubspec.lock)",
    "flutter >=3.19.0 (pubspec.lock)",
    "dio =1.2.1 (pubspec.lock)",
  ],
  [
    "Composer's platform",
    { "composer.json": { require: { php: ">=8.1" }, config: { platform: { php: "8.2.14" } } } },
    "php =8.2.14 (composer.json)",
  ],
  ["Go's toolchain", { "go.mod": "module a\n\ngo 1.22\n\ntoolchain go1.23.4\n" }, "go >=1.23.4 (go.mod)"],
  [
    "Cargo's lock file in another layout",
    {
      "Cargo.toml": '[dependencies]\naxum = "0.7"\n',
      "Cargo.lock": 'version = 3\npackage = [{ name = "axum", version = "0.7.9" }]\n',
    },
    "axum =0.7.9 (Cargo.lock)",
  ],
];

test("projects of every ecosystem are read as their tools read them", () => {
  const found = PROJECTS.map(([what, files]) => {
    const { technologies, warnings } = read(files);
    return [what, ...technologies, ...warnings.map(({ detail }) => detail)];
  });
  expect(found).toEqual(PROJECTS.map(([what, , ...told]) => [what, ...told]));
});

const UNREADABLE: ReadonlyArray<[file: string, text: string]> = [
  ["gradle.lockfile", "<<<<<<< HEAD\norg.junit.jupiter:junit-jupiter:5.10.1=a\n"],
  ["gradle.lockfile", "no lock file"],
  ["packages.lock.json", "{"],
  ["packages.lock.json", "{}"],
  ["mix.lock", "<<<<<<< HEAD\n%{}\n"],
  ["mix.lock", "%{\n"],
  ["pubspec.lock", "packages: [\n"],
  ["pubspec.lock", "packages:\n  http:\n<<<<<<< HEAD\n    version: 1.2.1\n=======\n"],
  ["pubspec.yaml", "dependencies: {http: ^1.1.0\n"],
  ["compose.yaml", "services: 'a\n"],
];

test("a file that cannot be read is said, whatever its ecosystem", () => {
  for (const [file, text] of UNREADABLE) {
    const { technologies, warnings } = read({ [file]: text, "go.mod": "module a\n\ngo 1.23.4\n" });
    expect([file, text, technologies]).toEqual([file, text, ["go >=1.23.4 (go.mod)"]]);
    expect(warnings, `${file}: ${text}`).toEqual([
      { file, detail: expect.stringMatching(/^is malformed and was ignored: ./) },
    ]);
  }
});
