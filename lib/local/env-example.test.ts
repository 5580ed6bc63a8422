import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/local/place";

test(".env.example names every variable that the configuration reads", () => {
  const schema = readFileSync(path.join(PROJECT_ROOT, "lib/env.ts"), "utf8");
  const example = readFileSync(path.join(PROJECT_ROOT, ".env.example"), "utf8");
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? "");
  const named = [...example.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map((match) => match[1] ?? "");
  expect(read.length).toBeGreaterThan(10);
  expect(named).toEqual(expect.arrayContaining(read));
});
