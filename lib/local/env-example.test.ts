import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/local/place";

/** Variables that only tests set. */
const FOR_TESTS = ["MEILI_TIMEOUT_MS", "API_ADAPTER"];

test(".env.example names every variable that an operator may set", () => {
  const schema = readFileSync(path.join(PROJECT_ROOT, "lib/env.ts"), "utf8");
  const example = readFileSync(path.join(PROJECT_ROOT, ".env.example"), "utf8");
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? "");
  const named = [...example.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map((match) => match[1] ?? "");
  expect(read.length).toBeGreaterThan(10);
  expect(read).toEqual(expect.arrayContaining(FOR_TESTS));
  expect(named).toEqual(expect.arrayContaining(read.filter((name) => !FOR_TESTS.includes(name))));
});
