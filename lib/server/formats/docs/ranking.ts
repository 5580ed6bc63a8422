import { OUTCOME_HALF_LIFE_DAYS, OUTCOME_SOURCES_MIN, VOICE_WEIGHTS } from "@/lib/domain/threads/outcomes";
import { EMBEDDED_CHARACTERS_MAX } from "@/lib/search/engine/embedder";
import { BODY_TERMS_MAX } from "@/lib/search/index/index-documents";
import { FIELDS } from "@/lib/search/query/analyse-version";
import { WEIGHTS as FORM_WEIGHTS, SHARES as RARITY_SHARES } from "@/lib/search/query/query-words";
import { ALIAS_WEIGHT, RELATED_WEIGHT } from "@/lib/search/query/vocabulary";
import { HITS, WINDOWS } from "@/lib/search/rank/candidates";
import {
  ALL_SAID_CONFIDENCE,
  ANSWERED_CONFIDENCE,
  CONFIDENCE,
  FAIR_CONFIDENCE,
  FULL_CONFIDENCE,
  FULL_LEAD_MIN,
  FULL_MISSING_MAX,
  LISTED_CONFIDENCE,
  LONE_WORD_IMPORTANCE_MIN,
  NAMED_TOPIC,
  NOTHING_TOLD,
  SMALL_LIBRARY,
  TENTH_SHARE_MAX,
  TITLED_MISSING_MAX,
  TITLED_WORDS_MAX,
  UNSURE_CONFIDENCE_MAX,
  WORDS_COUNTED_MAX,
} from "@/lib/search/rank/match-quality";
import { SATURATION } from "@/lib/search/rank/match-word";
import { MEANING_DEADLINE_MS, NEAR_DEVIATIONS, NEAR_MAX } from "@/lib/search/rank/nearest";
import { EQUAL_SCORE_SHARE, MEANING_CONFIDENCE_MAX, MEANING_WEIGHT, VERDICT_ORDER } from "@/lib/search/rank/order-hits";
import {
  ALL_WORDS_SHARE,
  FIELD_WEIGHTS,
  LENGTH_RATIO_MAX,
  MOST_WORDS_MISSING_MAX,
  MOST_WORDS_SHARE,
  NAMED_SHARE_MIN,
  SCORE_WEIGHTS,
  TIERS,
  type Tier,
} from "@/lib/search/rank/rank";

const percent = (share: number) => `${Math.round(share * 100)}%`;

const MEANING: Readonly<Record<Tier, string>> = {
  exact: "The search is the title, the slug or an id of the skill.",
  all_words: `Title and description contain at least ${percent(ALL_WORDS_SHARE)} of the words of the search.`,
  most_words: `Title and description contain at least ${percent(MOST_WORDS_SHARE)} of them, and the skill lacks at most ${percent(MOST_WORDS_MISSING_MAX)} of the names and technical terms.`,
  near_in_meaning:
    "Fewer, but an embedder finds a similar meaning. Only if an embedder is configured and no text is a confident match.",
  some_words: "Fewer, or only the text contains them.",
};

const FIELD_NAMES = { title: "Title", description: "Description", headings: "Headings", body: "Text" } as const;

/** The numbers of the guide to ranking, as the code uses them. */
export function rankingFigures(): Record<string, string | number> {
  const weight = SCORE_WEIGHTS;
  return {
    window_words: WINDOWS.words,
    windows: WINDOWS.windows,
    body_terms: BODY_TERMS_MAX,
    hits: HITS[0],
    hits_again: HITS[1],
    tiers: TIERS.map((tier) => `| \`${tier}\` | ${MEANING[tier]} |`).join("\n"),
    equal_score: percent(EQUAL_SCORE_SHARE),
    verdicts: VERDICT_ORDER.join(", then "),
    saturation: SATURATION,
    fields: FIELDS.map(
      (field) =>
        `| ${FIELD_NAMES[field]} | ${FIELD_WEIGHTS[field].weight} | ${percent(FIELD_WEIGHTS[field].lengthShare)} |`,
    ).join("\n"),
    length_ratio: LENGTH_RATIO_MAX,
    words_least: weight.relevance,
    words_most: weight.relevance + weight.relevanceByCoverage,
    lead: weight.lead,
    near: weight.near,
    phrase: weight.phrase,
    alias: percent(ALIAS_WEIGHT),
    related: percent(RELATED_WEIGHT),
    word_form: percent(FORM_WEIGHTS.family),
    compound: percent(FORM_WEIGHTS.parts),
    soft_words: percent(RARITY_SHARES.soft),
    everyday_words: percent(RARITY_SHARES.unknownCommon),
    nearest: NEAR_MAX,
    nearest_deviations: NEAR_DEVIATIONS,
    meaning: MEANING_WEIGHT,
    meaning_confidence: MEANING_CONFIDENCE_MAX,
    embedded_characters: EMBEDDED_CHARACTERS_MAX.toLocaleString("en-GB"),
    meaning_deadline: MEANING_DEADLINE_MS,
    confidence_score: CONFIDENCE.score,
    confidence_lead: CONFIDENCE.standsOut,
    tenth_share: percent(TENTH_SHARE_MAX),
    words_counted: WORDS_COUNTED_MAX,
    confidence_missing: -CONFIDENCE.missing,
    confidence_listed: -CONFIDENCE.listed,
    confidence_listed_topic: CONFIDENCE.listedTopic,
    confidence_untitled: -CONFIDENCE.untitled,
    small_library: SMALL_LIBRARY.to,
    small_library_least: SMALL_LIBRARY.from,
    all_said: ALL_SAID_CONFIDENCE,
    no_topic: percent(NOTHING_TOLD),
    unsure: UNSURE_CONFIDENCE_MAX,
    named_share: percent(NAMED_SHARE_MIN),
    topic_words: NAMED_TOPIC.wordsMax,
    topic_lead: percent(NAMED_TOPIC.leadMin),
    topic_titled: NAMED_TOPIC.titledMax,
    titled_words: TITLED_WORDS_MAX,
    titled_missing: percent(TITLED_MISSING_MAX),
    lone_word: LONE_WORD_IMPORTANCE_MIN,
    full: FULL_CONFIDENCE,
    full_missing: percent(FULL_MISSING_MAX),
    full_lead: percent(FULL_LEAD_MIN),
    listed: LISTED_CONFIDENCE,
    answered: ANSWERED_CONFIDENCE,
    fair: FAIR_CONFIDENCE,
    established_weight: VOICE_WEIGHTS.established,
    other_weight: VOICE_WEIGHTS.other,
    half_life_days: OUTCOME_HALF_LIFE_DAYS,
    reporters: OUTCOME_SOURCES_MIN,
  };
}
