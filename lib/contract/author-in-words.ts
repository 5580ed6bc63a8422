import type { Signature } from "@/lib/contract/primitives";

/** An author in a line of text: the name, then the mark in brackets, such as "Build bot (2eF3gH)". */
export function authorInWords({ name, mark, unverified }: Signature): string {
  if (mark === null) return name;
  return `${name} (${mark}${unverified ? ", unverified" : ""})`;
}

type Reviewed = { reviewer: string; reviewer_mark?: string | undefined };

/** Who wrote a review, as an author. */
export function reviewerOf(review: Reviewed): Signature {
  return { name: review.reviewer, mark: review.reviewer_mark ?? null };
}

/** Who wrote a review, in the same way. */
export function reviewerInWords(review: Reviewed): string {
  return authorInWords(reviewerOf(review));
}

/** Who decided, in the same way. */
export function deciderInWords(decision: Decided): string {
  return authorInWords(deciderOf(decision));
}

export type Decided = { decided_by: string; decided_by_mark: string | null; decided_by_unverified?: true | undefined };

/** Who decided, as an author. */
export function deciderOf(decision: Decided): Signature {
  return { name: decision.decided_by, mark: decision.decided_by_mark, unverified: decision.decided_by_unverified };
}
