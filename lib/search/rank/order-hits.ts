import type { ListedRow } from "@/db/queries/search-rows";
import type { Verdict } from "@/lib/search/rank/applicability";
import { byTextFirst, type Tier } from "@/lib/search/rank/rank";
import { byStrength, type Strength } from "@/lib/search/rank/strength";

export type Rankable = {
  row: Pick<ListedRow, "skill_id" | "outcomes_score" | "review_note" | "created_at">;
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
 * tier: verdict, outcome score, review note, then text score and recency. So popularity never lifts a hit over a better
 * text match.
 */
export function orderHits<T extends Rankable>(hits: readonly T[]): T[] {
  const byText = [...hits].sort((a, b) => byStrength(a, b) || byTextFirst(a, b) || byRecency(a, b));
  const ordered: T[] = [];
  let group: T[] = [];
  for (const hit of byText) {
    const first = group[0];
    if (first && !isAlike(first, hit)) {
      ordered.push(...group.sort(byFit));
      group = [];
    }
    group.push(hit);
  }
  return [...ordered, ...group.sort(byFit)];
}

/** Whether a hit that follows another one in order of text counts as equally relevant. */
function isAlike(first: Rankable, next: Rankable): boolean {
  return next.strength === first.strength && next.tier === first.tier && next.score >= first.score * EQUAL_SCORE_SHARE;
}

function byFit(a: Rankable, b: Rankable): number {
  return (
    VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict) ||
    (b.row.outcomes_score ?? 0) - (a.row.outcomes_score ?? 0) ||
    Number(b.row.review_note !== null) - Number(a.row.review_note !== null) ||
    b.score - a.score ||
    byRecency(a, b)
  );
}

function byRecency(a: Rankable, b: Rankable): number {
  return b.row.created_at.getTime() - a.row.created_at.getTime() || (a.row.skill_id < b.row.skill_id ? -1 : 1);
}
