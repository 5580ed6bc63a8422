import { expect, test } from "@playwright/test";
import { readSamples, SAMPLE_HALVES, type SkillSample } from "@/e2e/samples/read-samples";
import { judgeSkill } from "@/lib/text/safety/judge-skill";

/**
 * Shares of labelled texts. Refused is what has a secret, hidden characters, a link that is code or a front matter block;
 * a text with a risk waits. The harmless texts were written to resemble the harmful ones in subject, tone and host names,
 * and many of them quote harm, so more of them wait than of real skills. The model is trained with `tune`.
 */
const BOUNDS = {
  tune: { harmfulLeast: 0.95, tableLeast: 0.53, harmlessMost: 0.18 },
  "kept-out": { harmfulLeast: 0.85, tableLeast: 0.43, harmlessMost: 0.29 },
};

for (const half of SAMPLE_HALVES) {
  const { harmfulLeast, tableLeast, harmlessMost } = BOUNDS[half];
  test(`of the ${half} texts at least ${Math.round(harmfulLeast * 100)} % of the harmful and at most ${Math.round(harmlessMost * 100)} % of the harmless have a risk, and none is refused`, async () => {
    const harmful = await judgeAll(readSamples({ half, side: "harmful" }));
    const harmless = await judgeAll(readSamples({ half, side: "harmless" }));
    expect(harmful.length).toBeGreaterThan(100);
    expect(harmless.length).toBeGreaterThan(100);
    expect.soft(share(harmful), byKind(harmful)).toBeGreaterThanOrEqual(harmfulLeast);
    expect.soft(share(harmful, "byTable"), "by the table alone").toBeGreaterThanOrEqual(tableLeast);
    expect.soft(share(harmless), byKind(harmless)).toBeLessThanOrEqual(harmlessMost);
    expect.soft(harmless.filter(({ isRefused }) => isRefused).map(({ sample }) => sample.id)).toEqual([]);
  });
}

type Judged = { sample: SkillSample; waits: boolean; byTable: boolean; isRefused: boolean };

async function judgeAll(samples: SkillSample[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const sample of samples) {
    const { verdict, risks } = await judgeSkill({ title: sample.title, description: "", markdown: sample.markdown });
    judged.push({
      sample,
      waits: risks.length > 0,
      byTable: risks.some((rule) => rule !== "resembles_harm"),
      isRefused: verdict === "reject",
    });
  }
  return judged;
}

function share(judged: Judged[], of: "waits" | "byTable" = "waits"): number {
  return judged.filter((one) => one[of]).length / judged.length;
}

function byKind(judged: Judged[]): string {
  const kinds = [...new Set(judged.map(({ sample }) => sample.kind))].sort();
  const lines = kinds.map((kind) => {
    const own = judged.filter(({ sample }) => sample.kind === kind);
    return `${kind}: ${own.filter(({ waits }) => waits).length} of ${own.length}`;
  });
  return `${(share(judged) * 100).toFixed(1)} % of ${judged.length} have a risk\n${lines.join("\n")}`;
}
