import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { readLabelledQueries } from "@/lib/cli/eval/labelled-queries";

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "labelled-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(...lines: string[]) {
  const file = path.join(folder, "set.jsonl");
  writeFileSync(file, lines.join("\n"));
  try {
    return readLabelledQueries(file);
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .replaceAll(`${file}, `, "")
      .replaceAll(file, "FILE");
  }
}

test("a query without an id is named by its line, and blank lines count", () => {
  expect(
    read(
      '{"query": "upsert", "relevant": {"a": 2, "b": 1}}',
      "",
      '{"query": "bake", "relevant": {}, "kind": "none"}',
      "",
    ),
  ).toEqual([
    { id: "line 1", query: "upsert", kind: "query", relevant: { a: 2, b: 1 } },
    { id: "line 3", query: "bake", kind: "none", relevant: {} },
  ]);
});

test("each bad line is named with its error", () => {
  const said = read(
    '{"query": "fine", "relevant": {}}',
    '{"query": "cut off"',
    '{"query": "no labels"}',
    '{"query": "grade", "relevant": {"postgres-upsert": 3}}',
    '{"query": "", "relevant": {}}',
    '{"id": "line 1", "query": "twice", "relevant": {}}',
    '{"query": "more", "relevant": {}, "skills": []}',
    `{"query": "${"w".repeat(501)}", "relevant": {}}`,
  );
  expect(String(said).split("\n")).toEqual([
    expect.stringMatching(/^line 2: not JSON: /),
    "line 3: relevant: Invalid input: expected record, received undefined",
    "line 4: relevant.postgres-upsert: Invalid grade: 2 for an answer, 1 for a near match",
    "line 5: query: Too small: expected string to have >=1 characters",
    "line 6: the id line 1 is that of line 1",
    'line 7: Unrecognized key: "skills"',
    "line 8: query: Too big: expected string to have <=500 characters",
  ]);
});

test("a file of bad lines names the first twenty and counts the others, and an empty one says so", () => {
  const said = String(read(...Array.from({ length: 25 }, () => "{}"))).split("\n");
  expect(said).toHaveLength(21);
  expect(said.at(-1)).toBe("5 more lines");
  expect(read("", "")).toBe("FILE has no queries.");
});
