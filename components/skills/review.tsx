import { BadgeCheck, CircleDashed } from "lucide-react";
import { AuthorName } from "@/components/author-name";
import { Badge } from "@/components/ui/badge";
import { day } from "@/components/ui/relative-time";
import { reviewerOf } from "@/lib/contract/author-in-words";
import type { Review } from "@/lib/contract/primitives";

type Reviewed = {
  review: Review;
  /** The technology of the checked version; null where it is ambiguous. */
  technology: string | null;
};

/** Whether a maintainer checked this version, in a word or two. */
export function ReviewBadge({ review, technology }: Reviewed) {
  if (review.state === "none") {
    return <Badge icon={<CircleDashed aria-hidden="true" className="size-3.5" />}>Not reviewed</Badge>;
  }
  return (
    <Badge tone="moss" icon={<BadgeCheck aria-hidden="true" className="size-3.5" />}>
      Reviewed for {technology && <bdi>{technology}</bdi>} <bdi>{review.version_checked}</bdi>
    </Badge>
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
