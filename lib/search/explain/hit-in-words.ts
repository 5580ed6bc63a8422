import type { ExplainedHit, Explanation, FoundWord } from "@/lib/search/explain/explain-search";
import { FIELDS } from "@/lib/search/query/analyse-version";
import {
  ALL_SAID_CONFIDENCE,
  ANSWERED_CONFIDENCE,
  CONFIDENCE,
  type ConfidenceRule,
  type ConfidenceTrace,
  FAIR_CONFIDENCE,
  LISTED_CONFIDENCE,
  NAMED_TOPIC,
  SMALL_LIBRARY,
  UNSURE_CONFIDENCE_MAX,
} from "@/lib/search/rank/match-quality";
import { SATURATION } from "@/lib/search/rank/match-word";
import { EQUAL_SCORE_SHARE } from "@/lib/search/rank/order-hits";
import { SCORE_WEIGHTS, type ScoreTrace, type TextScore, type Tier } from "@/lib/search/rank/rank";
import type { NoAnswer } from "@/lib/search/rank/rank-candidates";

/** A cell of a table: text, or a link to a path of this service. */
export type Cell = string | { text: string; path: string };

/** An explanation as a sequence of parts, for a page, for markdown and for a terminal alike. All texts are plain. */
export type Block =
  | { kind: "heading"; id: string; text: string }
  | { kind: "text"; text: string }
  /** The first column names the row. */
  | { kind: "table"; caption: string; note?: string; head: string[]; rows: Cell[][] }
  | { kind: "part"; id: string; title: string; isOpen: boolean; blocks: Block[] };

/** A number with three decimals. */
export function decimals(value: number): string {
  return value.toFixed(3).replace("-0.000", "0.000");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

export const VERDICT_WORDS: Readonly<Record<ExplainedHit["verdict"], string>> = {
  compatible: "fits your version",
  version_not_given: "no version given",
  unconstrained: "says nothing about it",
  unknown: "cannot be compared",
};

export const PLACED_BY: Readonly<Record<ExplainedHit["placedBy"], string>> = {
  first: "comes first",
  strength: "strength",
  tier: "tier",
  verdict: "version verdict",
  outcomes: "outcome score",
  review: "review note",
  origin: "imported, not submitted",
  score: "text score",
  recency: "newer version",
};

const TIER_WORDS: Readonly<Record<Tier, string>> = {
  exact: "The search is its title, slug or id.",
  all_words: "Title and description say nearly everything that was asked.",
  most_words: "Title and description say most of what was asked.",
  near_in_meaning: "Few or none of its words match, but an embedder finds its meaning near.",
  some_words: "Title and description say less than half of what was asked, or it lacks important terms.",
};

const NO_ANSWER: Readonly<Record<NoAnswer, string>> = {
  other_technology: "It is for other technologies than yours",
  outdone: "A skill that does not fit your version would answer clearly better",
};

const RULES: Readonly<Record<Exclude<ConfidenceRule, "no_answer">, string>> = {
  curve: "the curve alone",
  exact: "an exact name is certain",
  nothing_matches: "nothing matches",
  foreign: `at most ${UNSURE_CONFIDENCE_MAX}: the search names technologies, and the skill has none of them`,
  vague: `at most ${UNSURE_CONFIDENCE_MAX}: one word that much of the library contains`,
  aside: `at most ${UNSURE_CONFIDENCE_MAX}: few words say what the search is about, and the title has none of them or the text lacks some`,
  elsewhere: `at most ${UNSURE_CONFIDENCE_MAX}: the title has none of the words beside the technology's name, or title and description less than ${NAMED_TOPIC.leadMin * 100}%`,
  unread: `at most ${UNSURE_CONFIDENCE_MAX}: only some words of the question were understood`,
  all_said: `at least ${ALL_SAID_CONFIDENCE}: title and description say everything that was asked`,
};

/** One result: why it is where it is in sentences, then its words, its text score and its confidence in numbers. */
export function hitInWords(hit: ExplainedHit, { hits }: Explanation): Block[] {
  const { numbers, text } = hit;
  const sentences = [
    strengthOf(hit),
    limitsOf(hit),
    foundInWords(hit),
    orderOf(hit, hits),
    versionsOf(hit),
    outcomesOf(hit),
  ];
  const blocks: Block[] = sentences.filter(Boolean).map((sentence) => ({ kind: "text", text: sentence }));
  if (!numbers) return blocks;
  const { score, confidence } = numbers;
  if (!score)
    return [...blocks, { kind: "text", text: "It was published a moment ago: its text is not analysed yet." }];
  return [...blocks, wordsTable(numbers.words, score), scoreTable(score, text, hit), confidenceTable(confidence, hit)];
}

function strengthOf({ strength, confidence, isListed }: ExplainedHit): string {
  const sure = `its confidence is ${decimals(confidence)}`;
  if (strength === "strong") return `Strong: it answers the question. ${cap(sure)}, at least ${ANSWERED_CONFIDENCE}.`;
  if (strength === "fair")
    return `Fair: it is about the question, but not an answer by itself. ${cap(sure)}, below ${ANSWERED_CONFIDENCE}.`;
  const why = confidence < FAIR_CONFIDENCE ? `below ${FAIR_CONFIDENCE}` : `and no result reaches ${LISTED_CONFIDENCE}`;
  return `Weak: it only shares words with the question. ${cap(sure)}, ${why}.${isListed ? "" : " Searches leave such matches out; the directory lists them last."}`;
}

/** What kept the confidence from what the text alone gives. */
function limitsOf(hit: ExplainedHit): string {
  const { told = 1, curve = 0, parts, rule = "curve" } = hit.numbers?.confidence ?? {};
  if (!parts || hit.nearness !== null) return "";
  const untold = `No word of the search says what it is about, so only ${percent(told)} of its confidence is left.`;
  const limited = `By its text alone the confidence would be ${decimals(curve)}; it is ${ruleInWords(rule, hit)}.`;
  return [told < 1 ? untold : "", hit.confidence === curve ? "" : limited].filter(Boolean).join(" ");
}

function foundInWords({ text, tier, numbers }: ExplainedHit): string {
  const lacking = (numbers?.words ?? []).filter(({ variant, ordinary }) => !variant && !ordinary);
  const lacks = lacking.map(({ word }) => `“${word}”`).join(", ");
  return [
    TIER_WORDS[tier],
    `By importance, title and description have ${percent(text.lead)} of the words and the whole text ${percent(text.coverage)}.`,
    text.missing > 0
      ? `It lacks names and technical terms worth ${percent(text.missing)} of the question${lacks ? `: ${lacks}` : ""}.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function orderOf({ placedBy, alike, isListed }: ExplainedHit, hits: readonly ExplainedHit[]): string {
  if (!isListed) return "";
  const group =
    alike > 1
      ? ` ${alike} results count as equally relevant, with at least ${percent(EQUAL_SCORE_SHARE)} of the best text score among them: there the version verdict decides, then outcome score, review note, text score and age.`
      : "";
  if (placedBy === "first")
    return `${hits.length > 1 ? "It comes first by strength, then tier, then text score" : "It is the only result"}.${group}`;
  return `What puts it below the result before it: ${PLACED_BY[placedBy]}.${group}`;
}

function versionsOf({ verdict, entries, noAnswer }: ExplainedHit): string {
  const reasons = entries
    .filter(({ matched }) => matched)
    .map(({ technology, constraint, reason }) => `${technology} ${constraint}: ${reason}`);
  const other = noAnswer ? ` ${NO_ANSWER[noAnswer]}, so it is not an answer by itself.` : "";
  if (reasons.length === 0) return `Versions: none was compared.${other}`;
  return `Versions: ${VERDICT_WORDS[verdict]}. ${reasons.join(" ")}${other}`;
}

function outcomesOf({ row, alike }: ExplainedHit): string {
  const score = row.outcomes_score;
  if (score === null) return "Outcomes: too few reports for a score, so they change nothing.";
  return `Outcomes: a score of ${decimals(score)}${alike > 1 ? ", which counts among the equally relevant results" : ", which changes nothing, because no other result is equally relevant"}.`;
}

function wordsTable(words: readonly FoundWord[], score: ScoreTrace): Block {
  const rows = words.map(({ word, variant, occurrences, count, importance, gain }) => [
    word,
    variant ? `${variant.terms.join(" + ")}${variant.weight < 1 ? ` (${percent(variant.weight)})` : ""}` : "not found",
    ...FIELDS.map((_, field) =>
      occurrences[field] ? `${occurrences[field]} × ${(score.fieldWeights[field] ?? 0).toFixed(2)}` : "–",
    ),
    decimals(count),
    decimals(importance),
    decimals(gain),
  ]);
  const all = words.reduce((sum, { gain }) => sum + gain, 0);
  return {
    kind: "table",
    caption: "Words found in it",
    note: `In each field: how often, times the value of one occurrence. Slug and technologies count as title. The score of a word is importance × count ÷ (count + ${SATURATION}).`,
    head: ["Word", "Found as", "Title", "Description", "Headings", "Text", "Count", "Importance", "Score"],
    rows: [...rows, ["All words asked", "", "", "", "", "", "", decimals(score.total), decimals(all)]],
  };
}

function scoreTable({ shares, parts }: ScoreTrace, text: TextScore, hit: ExplainedHit): Block {
  const { relevance, relevanceByCoverage, lead, near, phrase } = SCORE_WEIGHTS;
  const how: Readonly<Record<keyof ScoreTrace["parts"], readonly [string, string]>> = {
    relevance: [
      "Words found",
      `${decimals(shares.relevance)} of the importance × (${relevance} + ${relevanceByCoverage} × coverage ${decimals(text.coverage)})`,
    ],
    lead: ["In title or description", `${lead} × ${decimals(text.lead)}`],
    near: ["Close together", `${near} × ${decimals(shares.near)}`],
    phrase: ["Neighbours as asked", `${phrase} × ${decimals(shares.phrase)}`],
  };
  const rows = Object.entries(how).map(([part, [name, sum]]) => [
    name,
    sum,
    decimals(parts[part as keyof typeof parts]),
  ]);
  const meaning =
    hit.nearness === null
      ? []
      : [["Near in meaning", `nearness ${decimals(hit.nearness)}`, decimals(hit.score - text.score)]];
  return {
    kind: "table",
    caption: "Text score",
    head: ["Part", "How", "Points"],
    rows: [...rows, ...meaning, ["Text score", "the sum", decimals(hit.score)]],
  };
}

type ConfidencePart = keyof NonNullable<ConfidenceTrace["parts"]>;

const CONFIDENCE_PARTS: Readonly<Record<ConfidencePart, string>> = {
  intercept: "Start",
  score: "Text score",
  standsOut: "Lead over the tenth best",
  missing: "Missing names and terms",
  words: "Number of words, as a logarithm",
  listed: "Terms listed behind the question",
  library: "Small library",
};

const LISTED_TERMS = `at most 0: ${CONFIDENCE.listed} + ${CONFIDENCE.listedTopic} × the topic's share in title and description; ${CONFIDENCE.untitled} more if the title has none of it`;

/** The weight of a part of the confidence, times what it weighs. */
function weighed(part: ConfidencePart, value: number): string {
  if (part === "intercept") return "every result";
  if (part === "listed") return value === 0 ? "none" : LISTED_TERMS;
  if (part === "library") return `0 from ${SMALL_LIBRARY.to} versions on, else less`;
  const weight = CONFIDENCE[part];
  return `${weight} × ${decimals(value / weight)}`;
}

function confidenceTable({ parts, told, curve, rule }: ConfidenceTrace, hit: ExplainedHit): Block {
  const entries = Object.entries(parts ?? {}) as Array<[ConfidencePart, number]>;
  const logit = entries.reduce((sum, [, value]) => sum + value, 0);
  const rows = parts
    ? [
        ...entries.map(([part, value]) => [CONFIDENCE_PARTS[part], weighed(part, value), decimals(value)]),
        ["Sum", "", decimals(logit)],
        ["Curve", `${told < 1 ? `${told} × ` : ""}1 ÷ (1 + e^(−sum))`, decimals(curve)],
      ]
    : [];
  return {
    kind: "table",
    caption: "Confidence",
    head: ["Part", "How", "Value"],
    rows: [...rows, ["Confidence", ruleOf(rule, curve, hit), decimals(hit.confidence)]],
  };
}

function ruleOf(rule: ConfidenceRule, curve: number, hit: ExplainedHit): string {
  if (hit.nearness !== null) return "the higher of the curve and the nearness in meaning";
  const inWords = ruleInWords(rule, hit);
  return rule !== "curve" && hit.confidence === curve ? `the curve, which is ${inWords}` : inWords;
}

function ruleInWords(rule: ConfidenceRule, { noAnswer }: ExplainedHit): string {
  if (rule !== "no_answer") return RULES[rule];
  return `at most ${UNSURE_CONFIDENCE_MAX}: ${noAnswer ? NO_ANSWER[noAnswer].toLowerCase() : "no answer for this caller"}`;
}

function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
