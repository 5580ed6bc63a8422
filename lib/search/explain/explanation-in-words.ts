import type {
  Chosen,
  ExplainedHit,
  ExplainedWord,
  ExplainInput,
  Explanation,
} from "@/lib/search/explain/explain-search";
import {
  type Block,
  type Cell,
  decimals,
  hitInWords,
  PLACED_BY,
  percent,
  VERDICT_WORDS,
} from "@/lib/search/explain/hit-in-words";
import { nothingFitsInWords } from "@/lib/search/nothing-fits";
import {
  ANSWERED_CONFIDENCE,
  FULL_CONFIDENCE,
  FULL_LEAD_MIN,
  FULL_MISSING_MAX,
  LISTED_CONFIDENCE,
} from "@/lib/search/rank/match-quality";

const EXPLAIN_PATH = "/docs/ranking";
const VARIANTS_SHOWN = 6;

/** The path of the page that explains a search and one of its results. */
function explainPath({ query, technology, version, skill, inDirectory }: ExplainInput): string {
  const search = new URLSearchParams({ q: query });
  for (const [name, value] of Object.entries({ technology, version, skill })) if (value) search.set(name, value);
  if (inDirectory) search.set("list", "directory");
  return `${EXPLAIN_PATH}?${search}`;
}

/** An explanation in plain words, then in numbers. */
export function explanationInWords(explanation: Explanation): Block[] {
  const { hits, nearest, chosen, words } = explanation;
  const explained = nearest ? [nearest] : hits;
  const first = chosen?.kind === "hit" ? chosen.hit : chosen ? null : (explained[0] ?? null);
  const others = explained.filter((hit) => hit !== first && hit.numbers);
  return [
    ...(chosen && chosen.kind !== "hit" ? noResult(chosen) : []),
    ...(first ? [hitPart(first, explanation, true)] : []),
    { kind: "heading", id: "answer", text: "The whole answer" },
    ...answerInWords(explanation),
    ...resultsTable(explanation),
    { kind: "heading", id: "words", text: "The words of the question" },
    ...wordsInWords(words, explanation),
    ...(others.length > 0
      ? [{ kind: "heading" as const, id: "others", text: "The other results, number by number" }]
      : []),
    ...others.map((hit) => hitPart(hit, explanation, false)),
  ];
}

function hitPart(hit: ExplainedHit, explanation: Explanation, isOpen: boolean): Block {
  const place = hit.isListed ? `result ${hit.place}` : "not a result";
  return {
    kind: "part",
    id: `result-${hit.place}`,
    title: isOpen ? `Why “${hit.row.title}” is ${place}` : `${hit.place}. ${hit.row.title}`,
    isOpen,
    blocks: hitInWords(hit, explanation),
  };
}

function noResult(chosen: Exclude<Chosen, { kind: "hit" }>): Block[] {
  if (chosen.kind === "not_offered")
    return [{ kind: "text", text: "The skill that this address names is not in the library, or no longer." }];
  const { title } = chosen.skill;
  if (chosen.kind === "no_candidate")
    return [
      {
        kind: "text",
        text: `“${title}” is not a result: other skills have more of the rare words of the question, so its text was not compared.`,
      },
    ];
  const { entries } = chosen.judged;
  return [
    { kind: "text", text: `“${title}” is not a result: it matches, but no version of it fits yours.` },
    {
      kind: "table",
      caption: "Versions compared",
      head: ["Technology", "The skill covers", "Verdict"],
      rows: entries.map(({ technology, constraint, reason }) => [technology, constraint, reason]),
    },
  ];
}

function answerInWords({ answer, asked, hits, documents, candidates, tenth }: Explanation): Block[] {
  const { match_quality, nothing_fits, answered, excluded_incompatible: excluded } = answer;
  const [best] = hits;
  const sentences = [
    answered
      ? "The library answers this question: its best result is strong."
      : nothing_fits
        ? nothingFitsInWords(nothing_fits, hits.length > 0)
        : "The library does not answer this question.",
    asked.constraintIgnored ? "Something that was given could not be used, so the library claims no answer." : "",
    ...asked.warnings.map(({ detail }) => detail),
    answer.degraded ? "The search engine is away: the database found the candidates." : "",
  ];
  const rows: Cell[][] = [
    [
      "Match quality",
      match_quality,
      `full: an exact name, or confidence ${FULL_CONFIDENCE} with at most ${percent(FULL_MISSING_MAX)} missing and ${percent(FULL_LEAD_MIN)} in title or description; partial: confidence ${LISTED_CONFIDENCE}`,
    ],
    ["Answered", answered ? "yes" : "no", `the best result is strong: confidence ${ANSWERED_CONFIDENCE} or more`],
    ["Nothing fits", nothing_fits?.reason ?? "–", "why no result is strong"],
    ["Best confidence", best ? decimals(best.confidence) : "–", "of the first result"],
    ["Left out", String(excluded), "skills that match, but have no version that fits"],
    ["Candidates", String(candidates), "versions whose text was scored"],
    ["Tenth best score", decimals(tenth), "what every result has to stand out from; 0 when fewer fit"],
    ["Library", String(documents), "versions that words were counted in"],
  ];
  return [
    { kind: "text", text: sentences.filter(Boolean).join(" ") },
    { kind: "table", caption: "Totals of the answer", head: ["Figure", "Value", "Meaning"], rows },
  ];
}

function resultsTable({ hits, nearest, input }: Explanation): Block[] {
  if (hits.length === 0)
    return [{ kind: "text", text: nearest ? "No results: even the nearest skill is too weak." : "No results." }];
  const rows = hits.map((hit): Cell[] => [
    `${hit.place}`,
    { text: hit.row.title, path: explainPath({ ...input, skill: hit.row.skill_id }) },
    hit.strength,
    hit.tier,
    decimals(hit.score),
    decimals(hit.confidence),
    VERDICT_WORDS[hit.verdict],
    hit.row.outcomes_score === null ? "–" : decimals(hit.row.outcomes_score),
    PLACED_BY[hit.placedBy],
  ]);
  const head = ["Place", "Skill", "Strength", "Tier", "Text score", "Confidence", "Fits", "Outcomes", "Placed by"];
  const note = "The API's score of a result is its confidence, or that of the result before if it is lower.";
  return [{ kind: "table", caption: "Results in their order", note, head, rows }];
}

function wordsInWords(words: readonly ExplainedWord[], { documents, input }: Explanation): Block[] {
  if (words.length === 0) return [{ kind: "text", text: "The question has no words that a search can use." }];
  const unknown = words.filter(({ known }) => !known).map(({ word }) => `“${word}”`);
  const text = [
    "A word counts by its importance: 1 when no text has it, 0 when every text has it, and less for words that say little about a topic.",
    "Texts are compared by word stems.",
    input.inDirectory ? "The last word may be the start of a longer one." : "",
    unknown.length > 0 ? `The library has no text with ${unknown.join(", ")}.` : "",
  ];
  const rows = words.map((word) => [
    word.word,
    word.term,
    `${word.documents} of ${documents}`,
    decimals(word.importance),
    kindOf(word),
    variantsOf(word),
  ]);
  const head = ["Word", "Stem", "Versions with it", "Importance", "Kind", "Also counts, at this share"];
  return [
    { kind: "text", text: text.filter(Boolean).join(" ") },
    { kind: "table", caption: "Words and what counts as them", head, rows },
  ];
}

function kindOf({ names, telling, ordinary, known }: ExplainedWord): string {
  if (names) return known ? "technology" : "technology, not in the library";
  if (!telling) return "says little about a topic";
  if (ordinary) return "everyday word";
  return known ? "term" : "not in the library";
}

function variantsOf({ variants }: ExplainedWord): string {
  const shown = variants.slice(0, VARIANTS_SHOWN).map(({ terms, weight }) => `${terms.join(" + ")} ${percent(weight)}`);
  const more = variants.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "–";
}
