import type { NothingFits, Strength } from "@/lib/contract/search-answer";
import { NO_MATCH } from "@/lib/search/nothing-fits";

type Judged<R> = { status: "answered" | "open"; nothing_fits: NothingFits | null; results: R[] };

/**
 * The strengths and the reason of an answer that an earlier release stored without them: the first result was an answer
 * if the library answered.
 */
export function judgedLater<R extends { strength: Strength }>(
  status: "answered" | "open",
  stored: readonly R[],
): Judged<R> {
  const results = stored.map((result, place) => ({
    ...result,
    strength: result.strength ?? (status === "answered" && place === 0 ? "strong" : "fair"),
  }));
  return { status, nothing_fits: results[0]?.strength === "strong" ? null : NO_MATCH, results };
}
