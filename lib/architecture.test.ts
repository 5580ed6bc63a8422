import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { problemCodes } from "@/lib/contract/problems";
import { pages } from "@/lib/discovery/pages";
import { endpoints } from "@/lib/endpoints";

/** Allowed imports: the first rule whose folder contains the file applies; `own` is the file's own folder. */
const rules: Array<{ from: RegExp; may: RegExp }> = [
  { from: /^app\//, may: /^@\/(components|lib|app)\// },
  { from: /^components\//, may: /^@\/(components|lib\/contract|lib\/client)(\/|$)/ },
  { from: /^lib\/contract\//, may: /^@\/lib\/contract\// },
  { from: /^lib\/client\//, may: /^@\/lib\/(client|contract)\// },
  {
    from: /^lib\/(safety|markdown|outcomes|present)\//,
    may: /^@\/(lib\/(safety|markdown|outcomes|present|contract)\/|lib\/[a-z-]+$|db\/)/,
  },
  { from: /^lib\/publishing\//, may: /^@\/(lib\/(own|search|contract)\/|lib\/[a-z-]+$|db\/)/ },
  {
    // A maintainer's decision settles a submission: the only place where one area builds on another.
    from: /^lib\/maintenance\//,
    may: /^@\/(lib\/(own|submissions|contract|search|safety|present|outcomes|publishing)(\/|$)|lib\/[a-z-]+$|db\/)/,
  },
  {
    from: /^lib\/(threads|skills|connections|publish-log|decisions|health|reading|submissions)\//,
    may: /^@\/(lib\/(own|contract|search|safety|markdown|outcomes|present|publishing|worker\/state)(\/|$)|lib\/[a-z-]+$|db\/)/,
  },
  { from: /^db\/queries\//, may: /^@\/(db\/(client|json|queries\/|library)|lib\/contract\/)/ },
];

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/samples\//.test(file) && statSync(file).isFile());
const sources = ["app", "components", "lib", "db"].flatMap(filesIn);

test("every file imports only what its layer may see", () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const rule = rules.find(({ from }) => from.test(file));
    if (!rule) continue;
    const own = file.split("/").slice(0, 2).join("/");
    const text = readFileSync(file, "utf8");
    for (const [, target = ""] of text.matchAll(/from "(@\/[^"]+)"|import\("(@\/[^"]+)"\)/g)) {
      const seen = target.startsWith(`@/${own}/`) ? target.replace(`@/${own}/`, "@/lib/own/") : target;
      if (target !== "" && !rule.may.test(target) && !rule.may.test(seen)) wrong.push(`${file} -> ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("nothing imports by a relative path out of its folder", () => {
  const wrong = sources.filter((file) => /from "\.\.\//.test(readFileSync(file, "utf8")));
  expect(wrong).toEqual([]);
});

test("limits are spent where calls are opened, and for what is no call to an endpoint", () => {
  const spenders = sources.filter((file) => /\bspendRate\(/.test(readFileSync(file, "utf8")));
  // A guessed token, a message of MCP that calls no tool, and a page that searches.
  const others = ["lib/http/core.ts", "lib/mcp/answer-mcp.ts", "lib/http/page-budget.ts", "lib/http/rate-limit.ts"];
  expect(spenders.filter((file) => !others.includes(file))).toEqual(["lib/http/open-call.ts"]);
});

test("one place writes decisions, tells those who hold a skill, and appends to the publish log", () => {
  const recorders = sources
    .filter((file) => !file.startsWith("db/queries/"))
    .filter((file) =>
      /\b(insertDecision|deliverSkillChange|appendLog|append_publish_log)\b/.test(readFileSync(file, "utf8")),
    );
  expect(recorders).toEqual(["lib/publishing/record-change.ts"]);
});

test("the contract runs in a browser: it imports nothing of Node and no database", () => {
  const wrong = filesIn("lib/contract").filter((file) =>
    /from "(node:|postgres|pino)/.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("every endpoint has a route file at its path that mounts it", () => {
  for (const [name, { contract }] of Object.entries(endpoints)) {
    const file = `app${contract.path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
    expect(existsSync(file), `${file} for ${contract.name}`).toBe(true);
    expect(readFileSync(file, "utf8"), file).toContain(`endpoints.${name}`);
  }
});

test("every page of the table has a file at its path, and every such file a line in the table", () => {
  // The API has its own table, and one file answers all documents.
  const files = filesIn("app").filter(
    (file) => /\/(page|route)\.tsx?$/.test(file) && !/^app\/(api|documents)\//.test(file),
  );
  const paths = files.map((file) => file.replace(/^app|\/(page|route)\.tsx?$/g, "") || "/");
  expect(paths.map((path) => path.replaceAll("[", "{").replaceAll("]", "}")).sort()).toEqual(Object.keys(pages).sort());
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

test("no file has a catch-all name", () => {
  expect(
    sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|services?|constants|types)(\/|\.tsx?$)/.test(file)),
  ).toEqual([]);
});
