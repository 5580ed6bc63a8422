import { expect, test } from "@playwright/test";
import { allowsCopying } from "@/lib/domain/skills/licenses";
import { collectNpm } from "@/lib/domain/sources/collect-npm";
import { RECOMMENDED } from "@/lib/domain/sources/recommended";

/** Read from the registry that npm is configured with: the first, the last and one between. */
const READ = [0, Math.floor(RECOMMENDED.length / 2), RECOMMENDED.length - 1];

test("the list has at least 25 packages, each once", () => {
  expect(new Set(RECOMMENDED).size).toBe(RECOMMENDED.length);
  expect(RECOMMENDED.length).toBeGreaterThanOrEqual(25);
});

for (const address of READ.map((at) => RECOMMENDED[at] ?? ""))
  test(`${address} has skills that may be copied`, { tag: "@slow" }, async () => {
    const { skills } = await collectNpm({ address, settings: { minors: 1 } });
    expect(skills.length).toBeGreaterThan(0);
    for (const { path, texts } of skills)
      expect([path, allowsCopying(texts.at(-1)?.license ?? null)]).toEqual([path, true]);
  });
