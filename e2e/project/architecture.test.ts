import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { circles, homeless, loadedBy, type Source, sourcesIn, sqlOutsideDb, upwardImports } from "@/e2e/project/rooms";
import { problemCodes } from "@/lib/contract/problems";
import { endpoints } from "@/lib/server/endpoints";
import { pages } from "@/lib/server/pages";

const filesIn = (folder: string) => sourcesIn(".", [folder]);
const namesOf = (some: readonly Source[]) => some.map(({ file }) => file);
const sources = sourcesIn(".");

test("every file lies in a room", () => {
  expect(homeless(sources)).toEqual([]);
  expect(homeless([{ file: "lib/loose.ts", text: "" }])).toEqual(["lib/loose.ts"]);
});

test("every file imports only what lies below its room", () => {
  expect(upwardImports(sources)).toEqual([]);
});

test("an upward import is noticed", () => {
  const upward = { file: "lib/text/diff/a.ts", text: 'import { b } from "@/lib/domain/skills/b";' };
  const later = { file: "components/ui/a.tsx", text: 'const b = await import("@/lib/platform/env");' };
  expect(upwardImports([upward, later])).toEqual([
    "lib/text/diff/a.ts -> lib/domain/skills/b",
    "components/ui/a.tsx -> lib/platform/env",
  ]);
});

test("no folders import each other in a circle", () => {
  expect(circles(sources)).toEqual([]);
});

test("a circle is noticed", () => {
  const circle = [
    { file: "lib/search/rank/a.ts", text: 'import { b } from "@/lib/search/index/b";' },
    { file: "lib/search/index/b.ts", text: 'import { c } from "@/lib/search/query/c";' },
    { file: "lib/search/query/c.ts", text: 'import type { a } from "@/lib/search/rank/a";' },
  ];
  expect(circles(circle)).toEqual(["lib/search/index -> lib/search/query -> lib/search/rank -> lib/search/index"]);
  expect(circles(circle.slice(1))).toEqual([]);
});

test("SQL lies in db/ alone", () => {
  expect(sqlOutsideDb(sources)).toEqual([]);
});

test("SQL elsewhere is noticed", () => {
  const files = [
    "const [row] = await sql<{ n: number }[]>`select 1 as n`;",
    "await tx`delete from a`;",
    "sql.unsafe(text)",
  ];
  for (const text of files) {
    expect(sqlOutsideDb([{ file: "lib/domain/skills/a.ts", text }])).toEqual(["lib/domain/skills/a.ts"]);
    expect(sqlOutsideDb([{ file: "db/queries/a.ts", text }])).toEqual([]);
  }
});

// Next would trace every file of the project for each route, because the path of a file that it reads is not constant.
test("no route loads what reads the settings of npm", () => {
  expect(loadedBy(sources, "lib/domain/sources/npm-registry")).toBeNull();
});

test("a route that loads it is noticed", () => {
  const chain = [
    { file: "app/a/page.tsx", text: 'import { b } from "@/lib/server/b";' },
    { file: "lib/server/b.ts", text: 'import type { d } from "@/lib/domain/d";\nimport { c } from "@/lib/domain/c";' },
    { file: "lib/domain/c.ts", text: "" },
    { file: "lib/domain/d.ts", text: "" },
  ];
  expect(loadedBy(chain, "lib/domain/c")).toBe("app/a/page -> lib/server/b -> lib/domain/c");
  expect(loadedBy(chain, "lib/domain/d")).toBeNull();
});

test("nothing imports by a relative path out of its folder", () => {
  expect(sources.filter(({ text }) => /from "\.\.\//.test(text)).map(({ file }) => file)).toEqual([]);
});

test("the contract runs in a browser: it imports nothing of Node and no database", () => {
  const wrong = filesIn("lib/contract").filter(({ text }) => /from "(node:|postgres|pino)/.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("limits are spent where calls are opened, and for what is no call to an endpoint", () => {
  const spenders = namesOf(sources.filter(({ text }) => /\bspendRate\(/.test(text)));
  // A guessed token, an MCP message that calls no tool, and a page that searches.
  const others = [
    "lib/server/http/core.ts",
    "lib/server/front/answer-mcp.ts",
    "lib/server/pages/request.ts",
    "lib/server/http/rate-limit.ts",
  ];
  expect(spenders.filter((file) => !others.includes(file))).toEqual(["lib/server/http/open-call.ts"]);
});

test("one place writes decisions, tells those who hold a skill, and appends to the publish log", () => {
  const recorders = sources
    .filter(({ file }) => !file.startsWith("db/queries/"))
    .filter(({ text }) => /\b(insertDecision|deliverSkillChange|appendLog|append_publish_log)\b/.test(text));
  expect(namesOf(recorders)).toEqual(["lib/domain/publishing/record-change.ts"]);
});

test("every page of the table has a file at its path, and every such file a line in the table", () => {
  // The API has its own table, and one file serves all documents.
  const files = namesOf(filesIn("app")).filter(
    (file) => /\/(page|route)\.tsx?$/.test(file) && !/^app\/(api|documents)\//.test(file),
  );
  const paths = files.map((file) => file.replace(/^app|\/(page|route)\.tsx?$/g, "") || "/");
  expect(paths.map((path) => path.replaceAll("[", "{").replaceAll("]", "}")).sort()).toEqual(Object.keys(pages).sort());
});

test("every endpoint has a route file at its path that mounts it", () => {
  for (const [name, { contract }] of Object.entries(endpoints)) {
    const file = `app${contract.path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
    expect(existsSync(file), `${file} for ${contract.name}`).toBe(true);
    expect(readFileSync(file, "utf8"), file).toContain(`endpoints.${name}`);
  }
});

test("endpoint names and addresses are unique", () => {
  const contracts = Object.values(endpoints).map(({ contract }) => contract);
  expect(new Set(contracts.map(({ name }) => name)).size).toBe(contracts.length);
  expect(new Set(contracts.map(({ method, path }) => `${method} ${path}`)).size).toBe(contracts.length);
});

test("every problem an endpoint names is in the catalogue", () => {
  for (const { contract } of Object.values(endpoints)) {
    expect(problemCodes).toEqual(expect.arrayContaining(contract.problems));
  }
});

test("no file is a drawer without a name", () => {
  expect(
    sources
      .map(({ file }) => file)
      .filter((file) => /(^|\/)(utils?|helpers?|misc|common|services?|constants|types)(\/|\.tsx?$)/.test(file)),
  ).toEqual([]);
});
