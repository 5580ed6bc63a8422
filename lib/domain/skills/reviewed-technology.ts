import type { ApplicabilityEntry, Review } from "@/lib/contract/primitives";
import { guessEntry, judgeApplicability, normaliseTechnology } from "@/lib/search/rank/applicability";

type Version = { review: Review; applicability: ApplicabilityEntry[] };

/**
 * The technology whose version a review checked: the only one stated, else the only one whose stated versions contain
 * the checked one. Null when it is ambiguous. Pure.
 */
export function reviewedTechnology(version: Version): string | null {
  const { review, applicability } = version;
  if (review.state !== "reviewed") return null;
  const holding = applicability.filter(({ technology, ...stated }) => {
    const checked = guessEntry(technology, review.version_checked);
    return judgeApplicability([checked], [{ technology, ...stated }]).verdict === "compatible";
  });
  const candidates = applicability.length === 1 ? applicability : holding;
  const [only, second] = new Map(
    candidates.map(({ technology }) => [normaliseTechnology(technology), technology]),
  ).values();
  return only !== undefined && second === undefined ? only : null;
}

/** A version for pages: with the technology whose version its review checked. */
export function withReviewedTechnology<T extends Version>(version: T): T & { reviewed_technology: string | null } {
  return { ...version, reviewed_technology: reviewedTechnology(version) };
}
