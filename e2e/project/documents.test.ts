import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { variables } from "@/lib/platform/env";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const README_BYTES_MAX = 9_000;

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "SECURITY.md",
  ...readdirSync(path.join(PROJECT_ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

const textOf = (document: string) => readFileSync(path.join(PROJECT_ROOT, document), "utf8");

test("every link of the documents leads to a file", () => {
  const broken = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!https?:|#|\{\{)([^)#\s]+)/g)]
      .map(([, link]) => path.join(path.dirname(document), link ?? ""))
      .filter((file) => !existsSync(path.join(PROJECT_ROOT, file)))
      .map((file) => `${document}: ${file}`),
  );
  expect(broken).toEqual([]);
});

test("every file that the documents name exists", () => {
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`((?:app|components|db|docs|e2e|lib)\/[^`\s*<…]+)`/g)]
      .map(([, name]) => (name ?? "").replace(/:.*$/, ""))
      .filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every command of npm that the documents name exists", () => {
  const { scripts } = JSON.parse(textOf("package.json"));
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)]
      .filter(([, name]) => scripts[name ?? ""] === undefined)
      .map(([command]) => `${document}: ${command}`),
  );
  expect(missing).toEqual([]);
});

test("the README is short, and every decision is in the list", () => {
  expect(statSync(path.join(PROJECT_ROOT, "README.md")).size).toBeLessThanOrEqual(README_BYTES_MAX);
  const listed = [...textOf("docs/decisions/README.md").matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  const files = readdirSync(path.join(PROJECT_ROOT, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));
  expect(listed.toSorted()).toEqual(files.toSorted());
});

test("every variable is documented", () => {
  const configuration = textOf("docs/configuration.md");
  const named = [...configuration.matchAll(/`(…?[A-Z][A-Z0-9_]+|…_[A-Z0-9_]+)`/g)].map(([, name]) => name ?? "");
  const missing = variables.filter(
    (name) => !named.some((other) => (other.startsWith("…") ? name.endsWith(other.slice(1)) : name === other)),
  );
  expect(missing).toEqual([]);
});
