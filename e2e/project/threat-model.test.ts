import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";

const FILE = path.join(import.meta.dirname, "../../docs/threat-model.md");

test("each attack of the threat model links to a test that exists", () => {
  const rows = readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (Attack|-)/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(10);
  const missing = rows.filter((row) => {
    const [, file = "", title = ""] = /\]\((\.\.\/e2e\/[^)]+\.test\.ts)\) "([^"]+)"\s*\|$/.exec(row) ?? [];
    return title === "" || !readFileSync(path.join(path.dirname(FILE), file), "utf8").includes(`test("${title}"`);
  });
  expect(missing).toEqual([]);
});
