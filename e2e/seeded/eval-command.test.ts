import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@/e2e/support/api";
import { threadsAsking } from "@/e2e/support/fixtures";
import { outputOf, type Ran } from "@/e2e/support/programs";
import { listSkills } from "@/lib/contract/public/skills";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "eval-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function evaluate(...words: string[]): Promise<Ran> {
  return outputOf(
    spawn(process.execPath, ["--import", "tsx", "lib/cli/eval.ts", ...words], {
      cwd: PROJECT_ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

function fileOf(...lines: string[]): string {
  const file = path.join(folder, "set.jsonl");
  writeFileSync(file, lines.join("\n"));
  return file;
}

test("the documented set measures a running service and opens no thread", { tag: "@slow" }, async ({ api }) => {
  const documented = readFileSync(path.join(PROJECT_ROOT, "docs/operations.md"), "utf8");
  const [, example = ""] = /```json\n(\{"query"[\s\S]*?)\n```/.exec(documented) ?? [];
  const lines = example.split("\n");
  expect(lines).toHaveLength(3);
  const { code, stdout, stderr } = await evaluate("--set", fileOf(...lines), "--url", api.base);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("3 queries: 2 with an answer, 1 without.");
  expect(stdout).toMatch(/^GET \/api\/v1\/search\?preview=true +1\.000 +1\.000 /m);
  expect(stdout).toMatch(/^ {2}no answer \(1\) +no answer exists; claimed for 0$/m);
  for (const line of lines) expect(await threadsAsking(JSON.parse(line).query)).toBe(0);
});

test("labels are slugs or ids, a miss names both sides, and a label without a skill is named with its line", {
  tag: "@slow",
}, async ({ api }) => {
  const { data } = await api.ok(listSkills, { q: "postgres-upsert" });
  const upsert = data[0];
  expect(upsert?.slug).toBe("postgres-upsert");
  const file = fileOf(
    JSON.stringify({ query: "upsert in postgres", relevant: { [String(upsert?.skill_id)]: 2 } }),
    "",
    JSON.stringify({ id: "wrong", query: "upsert in postgres", relevant: { "testing-race-conditions": 2 } }),
    JSON.stringify({ query: "upsert in postgres", relevant: { "no-such-skill": 2, skl_AAAAAAAAAAAAAAAAAAAAAA: 1 } }),
  );
  const { code, stdout, stderr } = await evaluate("--set", file, "--url", `${api.base}/`);
  expect(code).toBe(0);
  expect(stderr).toBe(
    "Labelled, but not in the library: no-such-skill (line 4), skl_AAAAAAAAAAAAAAAAAAAAAA (line 4)\n",
  );
  expect(stdout).toContain("Misses (2):");
  expect(stdout).toMatch(/^wrong {2}query: upsert in postgres\n {4}claims \S+ postgres-upsert; wanted testing-race/m);
});

test("a bad set or wrong usage ends with its reason, and nothing is asked", { tag: "@slow" }, async () => {
  const nowhere = ["--url", "http://127.0.0.1:9"];
  const [bad, wrong] = await Promise.all([
    evaluate("--set", fileOf('{"query": "fine", "relevant": {}}', '{"query": "cut off"'), ...nowhere),
    evaluate("--set", path.join(folder, "gone.jsonl"), ...nowhere),
  ]);
  expect(bad).toMatchObject({ code: 1, stdout: "" });
  expect(bad.stderr).toMatch(/^The evaluation failed: .*set\.jsonl, line 2: not JSON: .*\n$/);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain("gone.jsonl does not exist.");
});

test("the command explains a search over the starter library as the page does", { tag: "@slow" }, async ({ api }) => {
  const asked = { technology: "postgresql", version: "18", skill: "postgres-job-queue" };
  const query = "run each job once with several workers";
  const words = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stdout, stderr } = await evaluate("--explain", query, ...words);
  expect(stderr).toBe("Importing into a temporary database and index …\n");
  expect(code).toBe(0);
  const page = await api.get(`/docs/ranking.md?${new URLSearchParams({ q: query, ...asked })}`);
  expect(page.status).toBe(200);
  const printed = cellsOf(stdout, /^(\S.*?) {2,}.*?(-?\d+\.\d{3})$/gm);
  const shown = cellsOf(page.text.replaceAll("\\", ""), /^\| ([^|]+) \| .*?(-?\d+\.\d{3}) \|$/gm);
  expect(shown.length).toBeGreaterThan(20);
  expect(printed).toEqual(shown);
  expect(stdout).toContain("is result 1\n====");
});

/** The name and the last number of each row of the tables that end with a number. */
function cellsOf(text: string, row: RegExp): string[] {
  return Array.from(text.matchAll(row), ([, name, number]) => `${name?.trim()} ${number}`);
}
