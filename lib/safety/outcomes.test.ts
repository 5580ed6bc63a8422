import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import {
  insideWords,
  judgements,
  markdownJudgements,
  redactions,
  secretWords,
  skillGroups,
  valueJudgements,
} from "@/lib/safety/samples/outcomes";

/** What is expected of every sample. After a change of the rules `npm run safety-outcomes` writes it anew: read what changed. */
function expected<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "samples", name), "utf8"));
}

test("of every kind of secret the same rule finds the same place, and the rest of the text stays", () => {
  expect(redactions()).toEqual(expected("redacted.json"));
});

test("a finding has the kind and the words of its rule", () => {
  expect(secretWords()).toEqual(expected("rule-kinds.json"));
});

for (const group of Object.keys(skillGroups)) {
  test(`every sample of the ${group} is judged by the same rules at the same lines`, async () => {
    expect(await judgements(group)).toEqual(expected<Record<string, unknown>>("judgements.json")[group]);
  });
}

test("a token within a longer word is found only where its own shape allows that", () => {
  expect(insideWords()).toEqual(expected("inside-words.json"));
});

test("values beside each other's bounds are judged one by one", () => {
  expect(valueJudgements()).toEqual(expected("value-judgements.json"));
});

test("links, hidden text, front matter and labels are found one by one", async () => {
  expect(await markdownJudgements()).toEqual(expected("markdown-judgements.json"));
});

/** Samples with a long word beside the secret that is none: an id, a documented key, the address of a tenant. */
const KNOWN_REST: readonly string[] = ["teams_webhook", "AWS secret beside the documented key id"];

test("what is left of a text holds no piece of a secret", () => {
  const left = Object.entries(redactions()).filter(([name, text]) => {
    if (KNOWN_REST.includes(name)) return false;
    const rest = text.replace(/\[\w+\]/g, " ").match(/[A-Za-z0-9+/_=-]{20,}/g) ?? [];
    return rest.some((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
  });
  expect(left).toEqual([]);
});
