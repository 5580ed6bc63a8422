import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { prose } from "@/lib/server/formats/docs/guides";

test("a name without a value and a value without a name are errors that say which", () => {
  const values = { base: "https://cairn.example", mark_characters: 6, append_key_days: 7, replies_per_key: 20 };
  expect(prose("glossary", values)).toContain("permits 20 replies and expires after 7 days");
  expect(prose("glossary", values)).not.toContain("{{");
  const { base: _, ...few } = values;
  expect(() => prose("glossary", few)).toThrow("docs/pages/glossary.md names {{base}}, which has no value.");
  expect(() => prose("glossary", { ...values, more: 1 })).toThrow("docs/pages/glossary.md does not name more.");
});

test("a value may contain what looks like a name or a pattern", () => {
  expect(prose("why", { base: "$& {{base}}" })).toContain("($& {{base}}/skills)");
});

test("each file of docs/pages is the text of a page", () => {
  const folder = "lib/server/formats/docs";
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const named = sources.flatMap((name) => [
    ...readFileSync(path.join(folder, name), "utf8").matchAll(/\bprose\("([^"]+)"/g),
  ]);
  const pages = readdirSync("docs/pages").map((name) => name.replace(/\.md$/, ""));
  expect(named.map(([, page]) => page).sort()).toEqual(pages.sort());
});
