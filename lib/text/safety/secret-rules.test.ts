import { expect, test } from "@playwright/test";
import { chance } from "@/e2e/samples/chance";
import { place, token } from "@/e2e/samples/secrets";
import { finderOf } from "@/lib/text/safety/find-secrets";
import { secretRules } from "@/lib/text/safety/secrets/rules";

const samples = { ...token, ...place };

test("every row of the table has an id of its own and a sample, and every sample a row", () => {
  const ids = secretRules.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(Object.keys(samples).sort()).toEqual([...ids].sort());
  for (const { id, kind, gate, shape } of secretRules) {
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(kind).toMatch(/^secret_[a-z0-9_]+$/);
    expect(shape.flags, id).toContain(gate.length > 0 ? "y" : "g");
    for (const one of gate) expect(one.length, `${id}: a gate of one character is met everywhere`).toBeGreaterThan(1);
  }
});

test("each row finds its sample, and no other row does", () => {
  const wrong: string[] = [];
  for (const rule of secretRules) {
    const sample = samples[rule.id]?.(chance(rule.id.length * 31 + rule.id.charCodeAt(0))) ?? "";
    const own = new Set(finderOf([rule])(sample).map(({ index }) => index));
    if (own.size !== 1) wrong.push(`${rule.id} finds ${own.size}: ${sample}`);
    const others = finderOf(secretRules.filter((other) => other !== rule))(sample);
    if (others.length > 0) wrong.push(`${rule.id} is found by ${others.map((one) => one.rule)} too: ${sample}`);
  }
  expect(wrong.join("\n")).toBe("");
});
