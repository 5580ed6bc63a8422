import type { Signature } from "@/lib/contract/primitives";

/** An author in a line of text: the name, then the mark in brackets, such as "Build bot (2eF3gH)". */
export function authorInWords({ name, mark, unverified }: Signature): string {
  if (mark === null) return name;
  return `${name} (${mark}${unverified ? ", unverified" : ""})`;
}

type Reviewed = { reviewer: string; reviewer_mark?: string | undefined };

/** The author of a review, in the form of an author. */
export function reviewerOf(review: Reviewed): Signature {
  return { name: review.reviewer, mark: review.reviewer_mark ?? null };
}

/** The author of a review, as text. */
export function reviewerInWords(review: Reviewed): string {
  return authorInWords(reviewerOf(review));
}

/** The author of a decision, as text. */
export function deciderInWords(decision: Decided): string {
  return authorInWords(deciderOf(decision));
}

export type Decided = { decided_by: string; decided_by_mark: string | null; decided_by_unverified?: true | undefined };

/** The author of a decision, in the form of an author. */
export function deciderOf(decision: Decided): Signature {
  return { name: decision.decided_by, mark: decision.decided_by_mark, unverified: decision.decided_by_unverified };
}
