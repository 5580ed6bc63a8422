import { expect, test } from "@playwright/test";
import { type HitNumbers, numbersOf, placedHits } from "@/lib/search/explain/explain-search";
import { analyseVersion, FIELDS } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { ownConfidence } from "@/lib/search/rank/match-quality";
import { SATURATION } from "@/lib/search/rank/match-word";
import { orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import { scoreText, type TextScore } from "@/lib/search/rank/rank";
import type { NoAnswer } from "@/lib/search/rank/rank-candidates";
import { makeStatistics } from "@/lib/search/rank/statistics";

const skill = (title: string, description: string, markdown: string, technologies: string[] = []) =>
  analyseVersion({
    slug: title.toLowerCase().replaceAll(" ", "-"),
    title,
    description,
    markdown,
    technologies,
    questions: [],
    lent_question: null,
  });

const SKILLS = [
  skill(
    "Upsert rows in PostgreSQL",
    "Insert or update a row in one statement.",
    "## Short answer\n\nOn conflict do update.",
  ),
  skill(
    "Job queue in PostgreSQL",
    "Take a row without waiting: for update skip locked.",
    "Insert a job. Update it when done.",
  ),
  skill("Make a container image smaller", "Multi-stage builds for Docker.", "## Steps\n\nSplit build and run stages."),
  skill("Cache pages in Next.js", "Revalidate a page when a row changes.", "Use cache tags.", ["next.js"]),
];
const counts = new Map<string, number>();
for (const { terms } of SKILLS) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
const mean = (field: number) =>
  SKILLS.reduce((sum, { version }) => sum + (version.lengths[field] ?? 0), 0) / SKILLS.length;
const statistics = makeStatistics({
  documents: SKILLS.length,
  means: [mean(0), mean(1), mean(2), mean(3)],
  terms: counts,
});

const QUERIES = [
  "insert or update a row in postgres",
  "postgers upsert",
  "k8s container image in kubernetes",
  "make docker images smaller",
  "update",
  "use it",
  "upsert rows in postgresql",
  "revalidate nextjs cache in rails",
  "zzyzx",
];
const CASES = QUERIES.flatMap((query) =>
  SKILLS.flatMap(({ version }) => ([null, "outdone"] as const).map((noAnswer) => ({ query, version, noAnswer }))),
);

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

/** The numbers of a version beside what ranks it. */
function explained({ query, version, noAnswer }: (typeof CASES)[number]) {
  const words = queryWords(query, statistics);
  const surroundings = { documents: 150, tenth: 0.2 };
  const text = scoreText(words, version, statistics);
  const confidence = ownConfidence(words, text, surroundings, noAnswer !== null);
  const hit: { tier: TextScore["tier"]; text: TextScore; noAnswer: NoAnswer | null } = {
    tier: text.tier,
    text,
    noAnswer,
  };
  return { words, text, confidence, numbers: numbersOf(hit, version, { words, statistics, surroundings }) };
}

test("the parts of an explanation give the score and the confidence that rank a version", () => {
  const rules = new Set<HitNumbers["confidence"]["rule"]>();
  for (const one of CASES) {
    const { words, text, confidence, numbers } = explained(one);
    const name = `${one.query}: ${JSON.stringify(numbers)}`;
    const { score } = numbers;
    if (!score) throw new Error("An analysed version has a score.");
    expect(sum(Object.values(score.parts)), name).toBe(text.score);
    expect(numbers.words.map(({ term }) => term)).toEqual(words.words.map(({ term }) => term));
    for (const { variant, occurrences, count, importance, gain } of numbers.words) {
      expect(sum(occurrences.map((times, field) => times * (score.fieldWeights[field] ?? 0))), name).toBeCloseTo(
        count,
        9,
      );
      expect((importance * count) / (SATURATION + count), name).toBeCloseTo(gain, 9);
      expect(occurrences).toHaveLength(FIELDS.length);
      expect(count > 0, name).toBe(variant !== null);
    }
    expect(sum(numbers.words.map(({ gain }) => gain)) / score.total, name).toBeCloseTo(score.shares.relevance, 9);
    const { parts, told, curve, rule } = numbers.confidence;
    rules.add(rule);
    if (parts) expect(told / (1 + Math.exp(-sum(Object.values(parts)))), name).toBeCloseTo(curve, 9);
    if (rule === "curve") expect(curve, name).toBe(confidence);
    if (rule === "all_said") expect(confidence, name).toBeGreaterThanOrEqual(curve);
    if (["elsewhere", "foreign", "vague", "no_answer"].includes(rule))
      expect(confidence, name).toBeLessThanOrEqual(curve);
    if (rule === "nothing_matches") expect([confidence, parts], name).toEqual([0, null]);
  }
  expect([...rules].sort()).toEqual([
    "all_said",
    "curve",
    "elsewhere",
    "foreign",
    "no_answer",
    "nothing_matches",
    "vague",
  ]);
});

test("each result says what put it below the one before it", () => {
  const hit = (name: string, given: Partial<Omit<Rankable, "row">>, row: Partial<Rankable["row"]> = {}): Rankable => ({
    row: {
      skill_id: name,
      outcomes_score: null,
      review_note: null,
      is_imported: false,
      created_at: new Date(0),
      ...row,
    },
    tier: "most_words",
    score: 1,
    verdict: "compatible",
    strength: "strong",
    ...given,
  });
  const ranked = orderHits([
    hit("weak", { strength: "weak" }),
    hit("low", { tier: "some_words", score: 0.3 }),
    hit("some", { tier: "some_words", score: 0.9 }),
    hit("unknown", { verdict: "unknown", score: 1.02 }),
    hit("b", { score: 0.95 }, { outcomes_score: 0.4, review_note: "Ran it." }),
    hit("c", { score: 0.95 }, { outcomes_score: 0.4 }),
    hit("d", { score: 0.99 }),
    hit("a", { score: 0.95 }, { outcomes_score: 0.6 }),
    hit("e", { score: 0.98 }),
    hit("g", { score: 0.97 }, { is_imported: true }),
    hit("f", { score: 0.98 }, { created_at: new Date(-1) }),
  ]);
  expect(
    placedHits(ranked).map(({ hit: { row }, ...placed }) => [row.skill_id, placed.placedBy, placed.alike]),
  ).toEqual([
    ["a", "first", 8],
    ["b", "outcomes", 8],
    ["c", "review", 8],
    ["g", "outcomes", 8],
    ["d", "origin", 8],
    ["e", "score", 8],
    ["f", "recency", 8],
    ["unknown", "verdict", 8],
    ["some", "tier", 1],
    ["low", "score", 1],
    ["weak", "strength", 1],
  ]);
  expect(placedHits([])).toEqual([]);
});
