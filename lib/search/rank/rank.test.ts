import { expect, test } from "@playwright/test";
import { analyseVersion, FIELDS, lengthsOf, pack, unpack, type VersionText } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { termOf } from "@/lib/search/query/terms";
import {
  ANSWERED_CONFIDENCE,
  confidenceOf,
  matchQuality,
  UNSURE_CONFIDENCE_MAX,
} from "@/lib/search/rank/match-quality";
import { orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import { scoreText, TIERS } from "@/lib/search/rank/rank";
import { makeStatistics } from "@/lib/search/rank/statistics";

const skill = (slug: string, title: string, description: string, markdown: string): VersionText => ({
  slug,
  title,
  description,
  questions: [],
  lent_question: null,
  markdown,
  technologies: [],
});

const SKILLS = [
  skill(
    "postgres-upsert",
    "Upsert rows in PostgreSQL",
    "Insert or update a row in one statement with on conflict, safe under concurrency.",
    "## Short answer\n\nUse `insert … on conflict do update`.\n\n## Pitfalls\n\nA serial burns values on conflict.",
  ),
  skill(
    "flaky-playwright-test",
    "Find out why a Playwright test is flaky",
    "Traces, retries and waiting for the right thing instead of sleeping.",
    "## Steps\n\nRun it a hundred times with tracing on.",
  ),
  skill(
    "container-image-size",
    "Make a container image smaller",
    "Multi-stage builds and distroless bases for Docker images.",
    "## Steps\n\nSplit build and run stages.",
  ),
  skill(
    "kubernetes-probes",
    "Liveness and readiness probes",
    "Configure Kubernetes health checks so that rollouts do not drop requests.",
    "## Steps\n\nSet readinessProbe before livenessProbe.",
  ),
  skill(
    "git-bisect",
    "Find the commit that broke a test",
    "Use git bisect with a script to find a regression.",
    "## Steps\n\n`git bisect run npm test`",
  ),
];

const analysed = SKILLS.map((text) => ({ slug: text.slug, ...analyseVersion(text) }));
const counts = new Map<string, number>();
for (const { terms } of analysed) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
const mean = (field: number) =>
  analysed.reduce((sum, { version }) => sum + (version.lengths[field] ?? 0), 0) / analysed.length;
const statistics = makeStatistics({
  documents: SKILLS.length,
  means: [mean(0), mean(1), mean(2), mean(3)],
  terms: counts,
});

function ranked(query: string, options: { prefix?: boolean } = {}) {
  const words = queryWords(query, statistics, options);
  const scored = analysed.map(({ slug, version }) => ({ slug, ...scoreText(words, version, statistics) }));
  scored.sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || b.score - a.score);
  const top = scored[0];
  if (!top) throw new Error("nothing was ranked");
  const tenth = scored.map(({ score }) => score).sort((a, b) => b - a)[9] ?? 0;
  const confidence = confidenceOf(words, top, { documents: SKILLS.length, tenth });
  return { scored, top, confidence, ...matchQuality(confidence, top) };
}

test("the words of a title find it, and the result says where they were found", () => {
  const { top } = ranked("upsert rows postgresql");
  expect(top).toMatchObject({ slug: "postgres-upsert", tier: "all_words" });
  expect(top.why[0]).toBe("title");
});

test("other names and word forms find the same skill", () => {
  expect(ranked("k8s health check").top.slug).toBe("kubernetes-probes");
  expect(ranked("upserting into pg").top.slug).toBe("postgres-upsert");
  expect(ranked("shrink docker images").top.slug).toBe("container-image-size");
});

test("a typing error in an unknown word is forgiven", () => {
  expect(ranked("playwrigth flaky").top.slug).toBe("flaky-playwright-test");
  expect(ranked("kuberntes probes").top.slug).toBe("kubernetes-probes");
});

test("a technology that no text names is neither a typing error of another nor the parts of its name", () => {
  const made = makeStatistics({
    documents: 100,
    means: [5, 20, 5, 100],
    terms: new Map(["next", "rest", "sql", "postgresql", "kubernetes", "type"].map((word) => [termOf(word), 9])),
  });
  const reads = (query: string) =>
    queryWords(query, made).words.flatMap(({ known, variants }) => (known ? variants.flatMap((one) => one.terms) : []));
  expect(reads("Nuxt")).toEqual([]);
  expect(reads("Rust")).toEqual([]);
  expect(reads("MySQL")).toEqual([]);
  expect(reads("Next.js")).toContain("next");
  expect(reads("kuberntes")).toContain(termOf("kubernetes"));
  expect(reads("nexr")).toContain("next");
});

test("an unfinished last word is completed only while typing", () => {
  expect(ranked("kube", { prefix: true }).top.score).toBeGreaterThan(0);
  expect(ranked("kube").top.score).toBe(0);
});

test("a query about something else is not answered", () => {
  for (const query of ["tune a kafka consumer group", "x", "the of and to in", "???", "qweoiu zxmnb", "🙂"]) {
    const { answered, confidence } = ranked(query);
    expect(answered, query).toBe(false);
    expect(confidence, query).toBeLessThan(ANSWERED_CONFIDENCE);
  }
});

test("versions of a technology other than the query's are no answer, and neither is a lone common word", () => {
  const answered = (query: string) => ranked(query).answered;
  expect(answered("find out why a playwright test is flaky")).toBe(true);
  expect(answered("find out why a cypress test is flaky")).toBe(false);
  expect(answered("find out why a test is flaky")).toBe(true);
  const names = (query: string) =>
    queryWords(query, statistics).words.flatMap(({ word, names }) => (names ? [word] : []));
  expect(names("Postgres and C# on Windows")).toEqual(["postgres", "c#", "windows"]);
  expect(names("Postgres.js"), "a library without the compound").toContain("postgres");
  expect(names("an express train with nested windowing, reacting next")).toEqual([]);
  const top = {
    score: 1.5,
    missing: 0,
    isForeign: false,
    isTitled: true,
    isTopicTitled: true,
    topicLead: 1,
    tier: "all_words",
  } as const;
  const alone = (importance: number) => {
    const [word] = queryWords("upsert", statistics).words;
    if (!word) throw new Error("no word");
    return confidenceOf({ words: [{ ...word, importance }], pairs: [], hasList: false, unread: [] }, top, {
      documents: 200,
      tenth: 0,
    });
  };
  expect(alone(0.29)).toBe(UNSURE_CONFIDENCE_MAX);
  expect(alone(0.3)).toBeGreaterThan(ANSWERED_CONFIDENCE);
});

test("a version needs the technology that a question is in, and most of those that it names", () => {
  const known = (query: string, title: string, markdown = "## Steps") => {
    const { version } = analyseVersion(skill("s", title, "Used with care.", markdown));
    const { isForeign, isTitled, isTopicTitled, topicLead, missing } = scoreText(
      queryWords(query, statistics),
      version,
      statistics,
    );
    return { isForeign, isTitled, isTopicTitled, topicLead, missing };
  };
  expect(known("smaller docker image in go", "Docker image", "Go on.").isForeign, "a verb").toBe(true);
  expect(known("smaller docker image in go", "Docker image for Go").isForeign).toBe(false);
  expect(known("go for a smaller docker image", "Docker image").isForeign, "no name").toBe(false);
  expect(known("docker image in kotlin", "Docker image", "Or Kotlin.").isForeign).toBe(false);
  expect(known("docker image of a java app", "Docker image").isForeign, "a language").toBe(true);
  expect(known("docker image of a go server", "Docker image", "Go on.").isForeign).toBe(true);
  expect(known("docker kafka terraform image", "Docker image").isForeign).toBe(true);
  expect(known("docker kafka terraform image", "Docker image", "Kafka.").isForeign).toBe(false);
  expect(known("thumbnail", "Image").missing, "a related term is only a part of it").toBeCloseTo(0.6);
  expect(known("image", "Image")).toMatchObject({ isTitled: true, isTopicTitled: true });
  expect(known("docker image", "Docker")).toMatchObject({ isTitled: true, isTopicTitled: false });
  expect(known("docker image", "Image").topicLead).toBe(1);
  expect(known("docker image", "Docker", "An image.").topicLead).toBe(0);
  expect(known("deploy image", "Deploy").isTitled, "what to do is no topic").toBe(false);
});

test("a query that the title answers is answered in full", () => {
  expect(ranked("find out why a playwright test is flaky")).toMatchObject({ match_quality: "full", answered: true });
});

test("a match whose title and description lack too much is partial, whatever its confidence", () => {
  expect(matchQuality(0.95, { tier: "some_words", missing: 0, lead: 0.29 }).match_quality).toBe("partial");
  expect(matchQuality(0.95, { tier: "some_words", missing: 0, lead: 0.3 }).match_quality).toBe("full");
  expect(matchQuality(0.95, { tier: "exact", missing: 0, lead: 0 }).match_quality).toBe("full");
});

test("adding an unrelated document leaves the order as it is", () => {
  const more = makeStatistics({
    documents: SKILLS.length + 1,
    means: statistics.means,
    terms: new Map([...counts, ["zebra", 1]]),
  });
  const order = (known: typeof statistics) => {
    const words = queryWords("find a flaky test", known);
    return analysed
      .map(({ slug, version }) => ({ slug, score: scoreText(words, version, known).score }))
      .sort((a, b) => b.score - a.score)[0]?.slug;
  };
  expect(order(more)).toBe(order(statistics));
});

test("an analysis survives a round trip through storage", () => {
  for (const { version } of analysed) {
    const bytes = pack(version);
    expect(unpack(bytes)).toEqual(version);
    expect(lengthsOf(bytes)).toEqual([...version.lengths]);
  }
  expect(() => unpack(Buffer.alloc(7))).toThrow("wrong length");
  expect(FIELDS).toHaveLength(4);
});

const hit = (
  skill_id: string,
  given: Partial<Rankable> & { outcomes_score?: number | null; review_note?: string | null },
): Rankable => ({
  row: {
    skill_id,
    outcomes_score: given.outcomes_score ?? null,
    review_note: given.review_note ?? null,
    is_imported: false,
    created_at: new Date(0),
  },
  tier: given.tier ?? "most_words",
  score: given.score ?? 1,
  verdict: given.verdict ?? "unconstrained",
  strength: given.strength ?? "fair",
});
const ids = (hits: Rankable[]) => orderHits(hits).map(({ row }) => row.skill_id);

test("an exact name comes before everything", () => {
  expect(
    ids([hit("better-text", { score: 9, outcomes_score: 1 }), hit("named", { tier: "exact", score: 0.1 })]),
  ).toEqual(["named", "better-text"]);
});

test("among about equal texts the verdict decides, then outcomes, then a review", () => {
  const hits = [
    hit("unknown", { score: 1, verdict: "unknown" }),
    hit("plain", { score: 0.99 }),
    hit("reviewed", { score: 0.98, review_note: "Checked." }),
    hit("proven", { score: 0.97, outcomes_score: 0.8 }),
    hit("compatible", { score: 0.96, verdict: "compatible" }),
  ];
  expect(ids(hits)).toEqual(["compatible", "proven", "reviewed", "plain", "unknown"]);
});

test("popularity never lifts a hit over a better text or a better tier", () => {
  expect(ids([hit("popular", { score: 0.5, outcomes_score: 1 }), hit("better", { score: 1 })])).toEqual([
    "better",
    "popular",
  ]);
  expect(ids([hit("popular", { score: 5, outcomes_score: 1 }), hit("tier", { tier: "all_words", score: 1 })])).toEqual([
    "tier",
    "popular",
  ]);
});
