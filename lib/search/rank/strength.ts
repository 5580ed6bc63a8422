import { Strength } from "@/lib/contract/search-answer";
import type { QueryWords } from "@/lib/search/query/query-words";
import { builtOn } from "@/lib/search/query/technology-table";
import {
  ANSWERED_CONFIDENCE,
  type Best,
  type ConfidenceTrace,
  confidenceOf,
  decided,
  FAIR_CONFIDENCE,
  LISTED_CONFIDENCE,
  type Surroundings,
  UNSURE_CONFIDENCE_MAX,
} from "@/lib/search/rank/match-quality";

export type { Strength };

/** Best first. */
const STRENGTHS = Strength.options;

/** The strength of a hit of this confidence, beside a match. */
export function strengthOf(confidence: number): Strength {
  if (confidence >= ANSWERED_CONFIDENCE) return "strong";
  return confidence >= FAIR_CONFIDENCE ? "fair" : "weak";
}

/** Whether any of the hits counts as a match. */
export function anyMatch(hits: readonly { confidence: number }[]): boolean {
  return hits.some(({ confidence }) => confidence >= LISTED_CONFIDENCE);
}

/** The same hits, all weak when none of them counts as a match. */
export function weakWithoutMatch<T extends { confidence: number; strength: Strength }>(hits: readonly T[]): T[] {
  if (anyMatch(hits)) return [...hits];
  return hits.map((hit) => ({ ...hit, strength: "weak" }));
}

/** Negative when `a` is the stronger one. */
export function byStrength(a: { strength: Strength }, b: { strength: Strength }): number {
  return STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength);
}

/** A hit's own confidence. One that is not an answer for this caller stays below the threshold for answers. */
export function ownConfidence(
  query: QueryWords,
  best: Best,
  surroundings: Surroundings,
  isNoAnswer: boolean,
  trace?: ConfidenceTrace,
): number {
  const confidence = confidenceOf(query, best, surroundings, trace);
  if (!isNoAnswer || confidence <= UNSURE_CONFIDENCE_MAX) return confidence;
  return decided(UNSURE_CONFIDENCE_MAX, "no_answer", trace);
}

/** The caller's technologies with those that they are built on. Normalised names. */
export function technologiesCounted(named: readonly string[]): ReadonlySet<string> {
  return new Set(named.flatMap((name) => [name, ...(builtOn.get(name) ?? [])]));
}

/** Whether a version names technologies, but none that counts as named by the caller. Without a caller's: never. */
export function isForOtherTechnology(counted: ReadonlySet<string>, technologies: readonly string[]): boolean {
  return counted.size > 0 && technologies.length > 0 && !technologies.some((name) => counted.has(name));
}
