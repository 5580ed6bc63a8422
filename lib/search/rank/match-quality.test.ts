import { expect, test } from "@playwright/test";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { QueryWord } from "@/lib/search/query/query-words";
import { builtOn } from "@/lib/search/query/technology-table";
import { relatedTerms } from "@/lib/search/query/vocabulary";
import {
  type Best,
  confidenceOf,
  isForOtherTechnology,
  matchQuality,
  type Surroundings,
  strengthOf,
  technologiesCounted,
  weakWithoutMatch,
} from "@/lib/search/rank/match-quality";
import { byTextFirst, TIERS } from "@/lib/search/rank/rank";

const BEST: Best = {
  score: 1,
  missing: 0,
  isForeign: false,
  isTitled: true,
  isTopicTitled: true,
  topicLead: 1,
  tier: "some_words",
};
const WHOLE: Surroundings = { documents: 200, tenth: 0 };

/** The confidence for a query of words of this importance. */
function confidence(
  importances: number[],
  best: Partial<Best> = {},
  surroundings: Partial<Surroundings> = {},
  { telling = importances.length, names = 0, hasList = false, unread = [] as string[] } = {},
): number {
  const words = importances.map((importance, place): QueryWord => {
    const word = {
      importance,
      telling: place < telling,
      ordinary: false,
      names: place < names,
      scopes: false,
      known: true,
    };
    return { ...word, variants: [], term: "term", word: "word" };
  });
  const value = confidenceOf(
    { words, pairs: [], hasList, unread },
    { ...BEST, ...best },
    { ...WHOLE, ...surroundings },
  );
  return Math.round(value * 100_000) / 100_000;
}
const TWO = [0.5, 0.5];

test("confidence grows with the score and the number of words, and falls with what is missing", () => {
  expect(confidence(TWO)).toBe(0.88673);
  expect(confidence(TWO, { score: 0.5 })).toBe(0.29065);
  expect(confidence(TWO, { missing: 0.2 })).toBe(0.83449);
  expect(confidence([0.5])).toBe(0.80361);
  expect(confidence([...TWO, 0.5])).toBe(0.9254);
});

test("more than ten words and terms listed behind the question are no more evidence", () => {
  const words = (count: number) =>
    confidence(
      Array.from({ length: count }, () => 0.5),
      { score: 0.5 },
    );
  expect(words(11)).toBe(words(10));
  expect(words(10)).toBeGreaterThan(words(9));
  expect(confidence(TWO, {}, {}, { hasList: true })).toBe(confidence(TWO));
  expect(confidence(TWO, { topicLead: 0.5 }, {}, { hasList: true })).toBe(0.74702);
  expect(confidence(TWO, { topicLead: 0.5, isTopicTitled: false }, {}, { hasList: true })).toBe(0.39718);
});

test("a question with two words about its topic is answered only by a title with one, in a skill with its terms", () => {
  const asked = (telling: number, isTitled: boolean, missing = 0.25) =>
    confidence([0.5, 0.5, 0.5, 0.1], { score: 3, isTitled, missing }, {}, { telling });
  expect([asked(2, false), asked(1, false), asked(2, true, 0.3)]).toEqual([0.45, 0.45, 0.45]);
  for (const confident of [
    asked(2, true),
    asked(3, false),
    asked(3, true, 0.3),
    confidence(TWO, { score: 3, isTitled: false }),
  ])
    expect(confident).toBeGreaterThan(0.99);
});

test("a question about one technology is answered only by a version about the same topic", () => {
  const asked = (topic: number, best: Partial<Best>, { names = 1, hasList = false } = {}) => {
    const words = Array.from({ length: names + topic }, () => 0.5);
    return confidence(words, { score: 3, ...best }, {}, { names, hasList });
  };
  const elsewhere = { topicLead: 0.4 };
  const untitled = { isTopicTitled: false };
  expect([asked(1, elsewhere), asked(4, elsewhere), asked(1, untitled), asked(3, untitled)]).toEqual([
    0.45, 0.45, 0.45, 0.45,
  ]);
  const answered = [
    asked(3, {}),
    asked(0, { ...elsewhere, ...untitled }),
    asked(5, elsewhere),
    asked(4, untitled),
    asked(3, elsewhere, { names: 0 }),
    asked(3, elsewhere, { names: 2 }),
    asked(3, elsewhere, { hasList: true }),
  ];
  expect(Math.min(...answered)).toBeGreaterThan(0.99);
});

test("confidence falls with the tenth best, up to half of the best score", () => {
  const tenth = (value: number) => confidence(TWO, {}, { tenth: value });
  expect([0.3, 0.5, 0.9].map(tenth)).toEqual([0.75543, 0.62429, 0.62429]);
});

test("a library of fewer than 200 versions is less sure, and one of 40 or fewer no less again", () => {
  const documents = (value: number) => confidence(TWO, {}, { documents: value });
  expect([10, 40, 100, 200, 1_000].map(documents)).toEqual([0.61024, 0.61024, 0.79651, 0.88673, 0.88673]);
});

test("an exact name is certain, no words or no score are nothing, and words that tell nothing are chance", () => {
  expect(confidence([], { tier: "exact", score: 0 })).toBe(1);
  expect(confidence([])).toBe(0);
  expect(confidence(TWO, { score: 0 })).toBe(0);
  expect(confidence(TWO, {}, {}, { telling: 0 })).toBe(0.13301);
});

test("what is foreign, and a lone word that says little, stays unsure", () => {
  expect(confidence(TWO, { isForeign: true, score: 3 })).toBe(0.45);
  expect(confidence(TWO, { isForeign: true, score: 0.5 })).toBe(0.29065);
  expect(confidence(TWO, { score: 3 }, {}, { unread: ["seite"] })).toBe(0.45);
  expect([0.29, 0.3].map((importance) => confidence([importance], { score: 3 }))).toEqual([0.45, 1]);
  expect(confidence([0.1, 0.1], { score: 3 })).toBe(1);
});

test("a title and description that say all of two words or more are full, whatever the score", () => {
  const said = { tier: "all_words", score: 0.4 } as const;
  expect(confidence(TWO, said)).toBe(0.8);
  expect(confidence([0.5], said)).toBeLessThan(0.4);
  expect(confidence(TWO, { ...said, missing: 0.01 })).toBeLessThan(0.4);
  expect(confidence(TWO, { ...said, tier: "most_words" })).toBeLessThan(0.4);
  expect(confidence(TWO, said, {}, { telling: 0 })).toBeLessThan(0.4);
  expect(confidence(TWO, { ...said, isForeign: true })).toBeLessThan(0.4);
  expect(confidence(TWO, { ...said, score: 3 })).toBeGreaterThan(0.99);
});

const at = (value: number, given: { missing?: number; lead?: number; tier?: (typeof TIERS)[number] } = {}) => {
  const { match_quality, answered } = matchQuality(value, { missing: 0, lead: 1, tier: "most_words", ...given });
  return `${match_quality}${answered ? ", answered" : ""}`;
};

test("the confidence says whether something matches, whether it answers, and whether in full", () => {
  expect([0, 0.099, 0.1, 0.499, 0.5, 0.799, 0.8, 1].map((value) => at(value))).toEqual([
    "none",
    "none",
    "partial",
    "partial",
    "partial, answered",
    "partial, answered",
    "full, answered",
    "full, answered",
  ]);
});

test("a match is full only when hardly anything is missing and the lead says a third of it", () => {
  expect([0.05, 0.051].map((missing) => at(0.9, { missing }))).toEqual(["full, answered", "partial, answered"]);
  expect([0.3, 0.299].map((lead) => at(0.9, { lead }))).toEqual(["full, answered", "partial, answered"]);
  expect(at(1, { tier: "exact", lead: 0, missing: 1 })).toBe("full, answered");
  expect(at(0.45, { tier: "exact" }), "of another technology than the caller's").toBe("partial");
});

test("tiers come in their order, then the greater score", () => {
  expect(TIERS).toEqual(["exact", "all_words", "most_words", "near_in_meaning", "some_words"]);
  const hits = TIERS.toReversed().flatMap((tier) => [
    { tier, score: 1 },
    { tier, score: 2 },
  ]);
  expect(hits.sort(byTextFirst)).toEqual(TIERS.flatMap((tier) => [2, 1].map((score) => ({ tier, score }))));
});

test("a word has its other names, and two words together have those of both", () => {
  const related = (...terms: [string, string?, string?]) =>
    relatedTerms(...terms).map((one) => `${one.terms.join("+")} ${one.weight}`);
  expect(related("pg")).toEqual(["postgr 0.9", "postgresql 0.9", "psql 0.9"]);
  expect(related("pull", undefined, "request")).toEqual(["pr 0.9", "prs 0.9", "merg+request 0.9"]);
  const page = ["websit 0.4", "site 0.4", "web 0.4"];
  expect(related("page", "land")).toEqual(["websit 0.4", "site 0.4", "frontend 0.4", ...page]);
  expect(related("page", "no", "no")).toEqual(page);
  expect(related("follow"), "not without its stop word").toEqual([]);
  expect(related("login")).toContain("signin 0.9");
  expect(related("nothing", "pull", "request")).toEqual([]);
});

test("a hit is strong from the threshold for answers on, and weak where it only shares words", () => {
  const confidences = [0, 0.019, 0.02, 0.499, 0.5, 1];
  expect(confidences.map(strengthOf)).toEqual(["weak", "weak", "fair", "fair", "strong", "strong"]);
});

test("every hit is weak where none counts as a match", () => {
  const strengths = (...confidences: number[]) =>
    weakWithoutMatch(confidences.map((confidence) => ({ confidence, strength: strengthOf(confidence) }))).map(
      ({ strength }) => strength,
    );
  expect(strengths(0.099, 0.05)).toEqual(["weak", "weak"]);
  expect(strengths(0.1, 0.05, 0.01)).toEqual(["fair", "fair", "weak"]);
  expect(strengths()).toEqual([]);
});

const isOther = (named: string[], ...technologies: string[]) =>
  isForOtherTechnology(technologiesCounted(named.map(normaliseTechnology)), technologies.map(normaliseTechnology));

const ROWS: Array<[named: string[], technologies: string[], isOther: boolean]> = [
  [["django"], ["next.js"], true],
  [["next.js"], ["next.js"], false],
  [["NextJS"], ["Next.js"], false],
  [["next.js"], ["react"], false],
  [["next"], ["react-dom"], false],
  [["next.js"], ["node.js"], true],
  [["react"], ["next.js"], true],
  [["next.js"], ["node.js", "next.js"], false],
  [["nuxt"], ["vue"], false],
  [["django", "next.js"], ["react"], false],
  [["django"], [], false],
  [[], ["next.js"], false],
];

for (const [named, technologies, expected] of ROWS)
  test(`a skill for ${technologies.join(", ") || "no technology"} is ${expected ? "for another one" : "no other"} when ${named.join(", ") || "nothing"} is named`, () => {
    expect(isOther(named, ...technologies)).toBe(expected);
  });

test("the table of what is built on what uses the names that everything is stored under", () => {
  const names = [...builtOn].flatMap(([name, others]) => [name, ...others]);
  expect(names.map(normaliseTechnology)).toEqual(names);
  for (const [name, others] of builtOn) expect(others, name).not.toContain(name);
});
