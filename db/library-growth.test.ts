import path from "node:path";
import { expect, test } from "@playwright/test";
import { generateSkills, type SkillText } from "@/e2e/support/generate-skills";
import { type Asked, figuresOf, hasAnswer } from "@/lib/cli/eval/figures";
import { type LabelledQuery, readLabelledQueries } from "@/lib/cli/eval/labelled-queries";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { findSkills } from "@/lib/domain/import/find-skills";
import { readSkill } from "@/lib/domain/import/read-skill";
import { type AnalysedVersion, analyseVersion } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { confidenceOf, matchQuality } from "@/lib/search/rank/match-quality";
import { scoreText, TIERS } from "@/lib/search/rank/rank";
import { makeStatistics } from "@/lib/search/rank/statistics";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

type Known = SkillText & { folder: string; version: AnalysedVersion; terms: string[] };

const library = findSkills(path.join(PROJECT_ROOT, "db/library")).skills.flatMap((folder) => {
  const { newest } = readSkill(folder);
  if (newest === null) return [];
  const { name, title, description, markdown, applicability } = newest.skill;
  const technologies = [...new Set(applicability.map((entry) => normaliseTechnology(entry.technology)))];
  return [analysed(name, { title, description, markdown, technologies })];
});
const queries = readLabelledQueries(path.join(PROJECT_ROOT, "db/library-queries.jsonl"));

const crowds: Array<[string, () => Known[]]> = [
  ["five hundred generated skills", () => generated(500)],
  ["five hundred stubs without a text to speak of", () => stubs(500, "Tame the")],
  // They fill the first ten places of any query for that skill.
  ["stubs that share a title with a real skill", () => stubs(40, "Upsert rows")],
];

const UPSERT: LabelledQuery = {
  id: "upsert",
  kind: "sentence",
  query: "upsert many rows and get their ids",
  relevant: { "postgres-upsert": 2 },
};

for (const [name, crowd] of crowds) {
  test(`${name} enter the library, and its answers stay the same`, () => {
    const [before, after] = [answers(library), answers([...library, ...crowd()])];
    const lost = before.filter((one, place) => one.answered && hasAnswer(one) && !after[place]?.answered);
    // Generated skills use the library's own words, so one question may become less clearly answered.
    expect(lost.map(({ query }) => query.query).filter((query) => query === UPSERT.query || lost.length > 1)).toEqual(
      [],
    );
    const { precision, recall } = figuresOf(after);
    expect(precision).toBeGreaterThanOrEqual(0.93);
    expect(recall).toBeGreaterThanOrEqual(figuresOf(before).recall);
  });
}

/** The claims of a library with these skills; every version is a candidate. */
function answers(held: readonly Known[]): Asked[] {
  const terms = new Map<string, number>();
  for (const skill of held) for (const term of skill.terms) terms.set(term, (terms.get(term) ?? 0) + 1);
  const mean = (field: 0 | 1 | 2 | 3) =>
    held.reduce((sum, { version }) => sum + version.lengths[field], 0) / held.length;
  const statistics = makeStatistics({ documents: held.length, means: [mean(0), mean(1), mean(2), mean(3)], terms });
  return [UPSERT, ...queries].map((query) => {
    const words = queryWords(query.query, statistics);
    const texts = held.map(({ folder, version }) => ({ folder, ...scoreText(words, version, statistics) }));
    const tenth = texts.map(({ score }) => score).sort((a, b) => b - a)[9] ?? 0;
    const ranked = texts.sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || b.score - a.score);
    const best = ranked[0];
    if (!best) throw new Error("The library is empty.");
    const score = confidenceOf(words, best, { documents: held.length, tenth });
    return { query, ranked: ranked.map(({ folder }) => folder), score, answered: matchQuality(score, best).answered };
  });
}

function generated(count: number): Known[] {
  return [...generateSkills(library, count)].map((text, index) => analysed(`generated-${index}`, text));
}

function stubs(count: number, title: string): Known[] {
  return Array.from({ length: count }, (_, index) =>
    analysed(`stub-${index}`, {
      title: `${title} zq${index}`,
      description: `For zq${index} only.`,
      markdown: "Nothing more.",
      technologies: ["postgresql"],
    }),
  );
}

function analysed(folder: string, text: SkillText): Known {
  return { ...text, folder, ...analyseVersion({ slug: folder, questions: [], lent_question: null, ...text }) };
}
