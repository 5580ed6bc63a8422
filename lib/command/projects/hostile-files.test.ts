import { expect, test } from "@playwright/test";
import { read } from "@/e2e/support/made-project";
import { expectWithin, processorMs } from "@/e2e/support/measuring";

/** Far below what work that grows with the square of the size takes, far above what is needed. */
const MS_MAX = 1_500;
const SIZE = 480_000;
const pom = (content: string) => `<project>${content}</project>`;
const filled = (text: string) => text.repeat(Math.ceil(SIZE / text.length));

const HOSTILE: Array<[file: string, what: string, text: string]> = [
  ["pom.xml", "elements that are never closed", pom(filled("<dependency>"))],
  ["pom.xml", "lists of properties that are never closed", pom(filled("<properties>"))],
  ["pom.xml", "comments that are never closed", pom(filled("<!--"))],
  ["pom.xml", "exclusions that are never closed", pom(`<dependency>${filled("<exclusions>")}</dependency>`)],
  ["pom.xml", "a name that is never closed", pom(`<${filled("a")}`)],
  ["pom.xml", "spaces before a name", pom(`<parent><version>${filled(" ")}x`)],
  ["go.mod", "a line of spaces", `module a\n${filled(" ")}x\n`],
  ["go.mod", "empty lines", filled("\n")],
  ["requirements.txt", "a line of spaces", `a${filled(" ")}((`],
  ["requirements.txt", "long lines without an end", filled(`${"a".repeat(1_990)}((\n`)],
  ["requirements.txt", "long lines of spaces", filled(`a${" ".repeat(1_900)}((\n`)],
  ["build.gradle", "a line of spaces", `sourceCompatibility${filled(" ")}x`],
  ["build.gradle", "empty lines", filled("\n")],
  ["build.gradle", "quotes", filled('"a:')],
  ["shop.csproj", "comments that are never closed", filled("<!--")],
  ["shop.csproj", "references that are never closed", filled("<PackageReference ")],
  ["mix.exs", "tuples that are never closed", filled("{ :a, ")],
  ["mix.lock", "empty lines", `%{${filled("\n")}`],
  ["Pipfile.lock", "opened objects", filled('{"a":')],
  ["requirements-dev.txt", "continued lines", filled("a \\\n")],
  ["pubspec.lock", "nested lists", filled("- ")],
  ["pubspec.yaml", "opened brackets", filled("[")],
  ["compose.yaml", "keys of one line", filled("a: ")],
  ["compose.yaml", "quotes", `services:\n  a:\n    image: ${filled('"')}`],
  ["Dockerfile", "variables", `FROM ${filled("${a:-")}`],
  ["Dockerfile", "a line of spaces", `FROM ${filled(" ")}x`],
  ["Dockerfile", "continued lines", filled("a \\\n")],
  ["Dockerfile", "a long name", `FROM ${filled("a.b-")}`],
  [".tool-versions", "a line of spaces", `nodejs${filled(" ")}x`],
  ["gradle.lockfile", "a long word", filled("a")],
];

for (const [file, what, text] of HOSTILE)
  test(`${file}: ${what}`, { tag: "@slow" }, async () => {
    await expectWithin(what, MS_MAX, () => processorMs(() => read({ [file]: text })));
  });

for (const [file, what, text] of [
  ["pnpm-lock.yaml", "a value of spaces", `dependencies:\n  next: 1${filled(" ")}2\r3\n`],
  ["pnpm-lock.yaml", "keys of one line", filled("a: ")],
  ["pnpm-lock.yaml", "many documents", filled("---\n")],
  ["pnpm-lock.yaml", "aliases", `a: &a [x]\n${filled("b: [*a, *a]\n")}`],
  ["bun.lock", "opened brackets", filled("[")],
  ["yarn.lock", "Berry without an end", `__metadata:\n  a: "${filled("a, ")}`],
  ["pnpm-workspace.yaml", "opened brackets", filled("{a: ")],
  ["yarn.lock", "a line of quotes", `${filled('"')}x:\n  version "1.0.0"\n`],
] as const)
  test(`${file}: ${what}`, { tag: "@slow" }, async () => {
    const files = { "package.json": { dependencies: { next: "^14.0.0" } }, [file]: text };
    await expectWithin(what, MS_MAX, () => processorMs(() => read(files)));
  });

test("uv.lock: one package many times", { tag: "@slow" }, async () => {
  const files = {
    "pyproject.toml": '[project]\ndependencies = ["django"]\n',
    "uv.lock": `[[package]]\nname = "django"\n${filled('version = "1.0.0"\n')}`,
  };
  await expectWithin("one package many times", MS_MAX, () => processorMs(() => read(files)));
});

/** Expanded whole, the version would have 46 billion characters. */
function growingProperties(): string {
  const names = ["a", "b", "c", "d", "e", "f"];
  const use = (name: string) => `$\{${name}}`;
  const properties = names.map((name, at) => `<${name}>${use(names[at + 1] ?? "z").repeat(60)}</${name}>`).join("");
  const dependency = `<dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>${use("a")}</version></dependency>`;
  return pom(`<properties>${properties}<z>1</z></properties>${dependency}`);
}

test("properties that grow with each expansion are no version", () => {
  expect(read({ "pom.xml": growingProperties() })).toMatchObject({
    technologies: ["junit null (pom.xml)"],
    warnings: [],
  });
});

test("pom.xml: properties that grow with each expansion", { tag: "@slow" }, async () => {
  const files = { "pom.xml": growingProperties() };
  await expectWithin("the expansion", MS_MAX, () => processorMs(() => read(files)));
});

test("a pom.xml above 1 MiB is ignored, with a warning", () => {
  const text = pom(" ".repeat(1024 * 1024));
  expect(read({ "pom.xml": text })).toMatchObject({
    technologies: [],
    warnings: [{ file: "pom.xml", detail: "is larger than 1 MiB and was ignored" }],
  });
});

test("a reader that fails is warned of, and the others read on", () => {
  const files = {
    "composer.json": { require: { "laravel/framework": "^11.0" } },
    "composer.lock": { packages: [{ name: { toString: 1 } }] },
    "go.mod": "module a\n\ngo 1.23.4\n",
  };
  expect(read(files)).toMatchObject({
    technologies: ["go >=1.23.4 (go.mod)"],
    warnings: [{ file: "composer.json", detail: expect.stringMatching(/^cannot be read: /) }],
  });
});
