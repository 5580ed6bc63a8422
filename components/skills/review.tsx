import { BadgeCheck, CircleDashed } from "lucide-react";
import { AuthorName } from "@/components/author-name";
import { day } from "@/components/ui/relative-time";
import { reviewerOf } from "@/lib/contract/author-in-words";
import type { Review } from "@/lib/contract/primitives";

type Reviewed = {
  review: Review;
  /** The technology of the checked version; null where it is ambiguous. */
  technology: string | null;
};

/** Whether a maintainer checked this version, and for which one of which technology, in a word or two. */
export function ReviewMark({ review, technology }: Reviewed) {
  if (review.state === "none") {
    return (
      <span className="inline-flex items-center gap-1.5">
        <CircleDashed aria-hidden="true" className="size-3.5 shrink-0" />
        Not reviewed
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-moss-strong">
      <BadgeCheck aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        Reviewed for {technology && <bdi>{technology}</bdi>} <bdi>{review.version_checked}</bdi>
      </span>
    </span>
  );
}

/** The whole note: against which version, when and by whom; or the sentence that there is none. */
export function ReviewNote({ review, technology }: Reviewed) {
  if (review.state === "none") return <p className="text-ink-soft">{review.note}</p>;
  return (
    <div>
      <p dir="auto">{review.note}</p>
      <p className="mt-1 text-base text-ink-soft">
        Checked against {technology && <bdi>{technology}</bdi>}{" "}
        <bdi className="font-mono text-sm">{review.version_checked}</bdi> on{" "}
        <time dateTime={review.reviewed_at}>{day(review.reviewed_at)}</time> by{" "}
        <AuthorName author={reviewerOf(review)} />.
      </p>
    </div>
  );
}
