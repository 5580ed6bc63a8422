import { expect, test } from "@playwright/test";
import { harmfulOfMany, harmlessOfMany } from "@/e2e/samples/code-of-many-tools";
import { harmfulCode } from "@/e2e/samples/harmful-code";
import { excuses } from "@/e2e/samples/harmless-code";
import { judgeSkill } from "@/lib/text/safety/judge-skill";

for (const [behaviour, texts] of Object.entries(harmfulCode)) {
  test(`code is held in every language: ${behaviour}`, async () => {
    expect(await keep(texts, (isHeld) => !isHeld), "published").toEqual([]);
  });
}

for (const [excuse, { harmless, attacks }] of Object.entries(excuses)) {
  test(`excused, and no excuse for an attack: ${excuse}`, async () => {
    expect(await keep(harmless, (isHeld) => isHeld), "harmless and held").toEqual([]);
    expect(await keep(attacks, (isHeld) => !isHeld), "attacks that are published").toEqual([]);
  });
}

test("code of many tools is held where it does harm, and published where it does not", async () => {
  expect(await keep(harmfulOfMany, (isHeld) => !isHeld), "published").toEqual([]);
  expect(await keep(harmlessOfMany, (isHeld) => isHeld), "harmless and held").toEqual([]);
});

/** The texts with the requested verdict, with the rules that hold them. */
async function keep(texts: readonly string[], isAsked: (isHeld: boolean) => boolean): Promise<string[]> {
  const kept: string[] = [];
  for (const text of texts) {
    const { verdict, findings } = await judgeSkill({
      title: "A guide",
      description: "",
      markdown: text.startsWith("# ") ? text : `# A guide\n\n${text}\n`,
    });
    const rules = findings.filter((one) => one.class === "hold" || one.class === "reject").map(({ rule }) => rule);
    if (isAsked(verdict === "hold" || verdict === "reject")) kept.push(`${rules.join(", ")}: ${text}`);
  }
  return kept;
}
