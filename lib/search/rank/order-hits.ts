import type { ListedRow } from "@/db/queries/search-rows";
import type { Verdict } from "@/lib/contract/search-answer";
import { byStrength, type Strength, strengthOf } from "@/lib/search/rank/match-quality";
import { byTextFirst, type Tier } from "@/lib/search/rank/rank";

export type Rankable = {
  row: Pick<ListedRow, "skill_id" | "outcomes_score" | "review_note" | "is_imported" | "created_at">;
  tier: Tier;
  score: number;
  verdict: Exclude<Verdict, "incompatible">;
  strength: Strength;
};

/** Hits with at least this share of their group's best text score count as equally relevant. */
export const EQUAL_SCORE_SHARE = 0.9;
export const VERDICT_ORDER: ReadonlyArray<Rankable["verdict"]> = [
  "compatible",
  "version_not_given",
  "unconstrained",
  "unknown",
];

/**
 * The order of an answer: strength, tier of text relevance, then text score; among about equally relevant hits of one
 * tier: verdict, outcome score, review note, an import before a submission, then text score and recency. So popularity never lifts a hit over a better
 * text match.
 */
export function orderHits<T extends Rankable>(hits: readonly T[]): T[] {
  return equallyRelevant(hits).flat();
}

/** The same order in groups of about equally relevant hits. */
export function equallyRelevant<T extends Rankable>(hits: readonly T[]): T[][] {
  const byText = [...hits].sort((a, b) => byStrength(a, b) || byTextFirst(a, b) || byRecency(a, b));
  const ordered: T[][] = [];
  let group: T[] = [];
  for (const hit of byText) {
    const first = group[0];
    if (first && !isAlike(first, hit)) {
      ordered.push(group.sort(byFit));
      group = [];
    }
    group.push(hit);
  }
  return [...ordered, group.sort(byFit)];
}

/** Whether a hit that follows another one in order of text counts as equally relevant. */
function isAlike(first: Rankable, next: Rankable): boolean {
  return next.strength === first.strength && next.tier === first.tier && next.score >= first.score * EQUAL_SCORE_SHARE;
}

/** What orders about equally relevant hits, in this order. */
const FIT = {
  verdict: (a: Rankable, b: Rankable) => VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict),
  outcomes: (a: Rankable, b: Rankable) => (b.row.outcomes_score ?? 0) - (a.row.outcomes_score ?? 0),
  review: (a: Rankable, b: Rankable) => Number(b.row.review_note !== null) - Number(a.row.review_note !== null),
  origin: (a: Rankable, b: Rankable) => Number(b.row.is_imported) - Number(a.row.is_imported),
  score: (a: Rankable, b: Rankable) => b.score - a.score,
  recency: byRecency,
} as const;
export type FitCriterion = keyof typeof FIT;
const FIT_ORDER = Object.keys(FIT) as FitCriterion[];

function byFit(a: Rankable, b: Rankable): number {
  for (const criterion of FIT_ORDER) {
    const order = FIT[criterion](a, b);
    if (order !== 0) return order;
  }
  return 0;
}

/** What orders two about equally relevant hits: the first criterion in which they differ. */
export function fitDifference(a: Rankable, b: Rankable): FitCriterion {
  return FIT_ORDER.find((criterion) => FIT[criterion](a, b) !== 0) ?? "recency";
}

function byRecency(a: Rankable, b: Rankable): number {
  return b.row.created_at.getTime() - a.row.created_at.getTime() || (a.row.skill_id < b.row.skill_id ? -1 : 1);
}

/** Boost of a semantic match to the text score, within its own tier only. */
export const MEANING_WEIGHT = 1;
/** Confidence cap for a purely semantic match: below the threshold for answers. */
export const MEANING_CONFIDENCE_MAX = 0.4;

type Hit = Rankable & { row: { version_id: string }; confidence: number };

/**
 * Boosts semantic matches above hits that share only some words. Never above an exact name or a
 * text with all or most words, and not at all when a text surely answers: a vector never displaces an answer.
 */
export function boostSemanticMatches<T extends Hit>(
  hits: readonly T[],
  near: ReadonlyMap<string, number>,
): readonly T[] {
  if (near.size === 0 || hits.some(({ strength }) => strength === "strong")) return hits;
  return hits.map((hit) => {
    const nearness = near.get(hit.row.version_id);
    if (nearness === undefined || hit.tier !== "some_words") return hit;
    const confidence = Math.max(hit.confidence, MEANING_CONFIDENCE_MAX * nearness);
    const score = hit.score + MEANING_WEIGHT * nearness;
    return { ...hit, tier: "near_in_meaning" as const, score, confidence, strength: strengthOf(confidence) };
  });
}
