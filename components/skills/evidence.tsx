import { BadgeCheck, CircleDashed } from "lucide-react";
import { AuthorName } from "@/components/author-name";
import { day } from "@/components/ui/relative-time";
import type { Outcomes, Review } from "@/lib/contract/primitives";
import { reportersInWords, reviewerOf } from "@/lib/contract/skill-in-words";

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

/** One report proves little, so its share of a bar would say more than is known. */
const REPORTS_FOR_BAR = 3;

/** Reported outcomes: the numbers in words, and from three reports on a bar. */
export function OutcomeSummary({ outcomes, small = false }: { outcomes: Outcomes; small?: boolean }) {
  const { resolved, partial, failed } = outcomes;
  const total = resolved + partial + failed;
  if (total === 0) return small ? null : <span className="text-ink-soft">No outcomes yet</span>;
  return (
    <span className={`inline-flex max-w-full items-center gap-x-3 gap-y-1 ${small ? "shrink-0" : "flex-wrap"}`}>
      {total >= REPORTS_FOR_BAR && <Bar outcomes={outcomes} />}
      <span className="text-ink-soft" title={small ? `Reported by ${reportersInWords(outcomes)}` : undefined}>
        {outcomesInWords(outcomes)}
      </span>
      {!small && (
        <span className="text-ink-soft">
          Reported by {reportersInWords(outcomes)}. <Score score={outcomes.score} />
        </span>
      )}
    </span>
  );
}

/** Such as "3 worked · 1 failed"; empty without reports. */
export function outcomesInWords({ resolved, partial, failed }: Outcomes): string {
  return [resolved && `${resolved} worked`, partial && `${partial} partly`, failed && `${failed} failed`]
    .filter(Boolean)
    .join(" · ");
}

function Bar({ outcomes: { resolved, partial, failed } }: { outcomes: Outcomes }) {
  return (
    <svg
      viewBox={`0 0 ${resolved + partial + failed} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="no-print h-2 w-16 rounded-full"
    >
      <rect width={resolved} height="1" className="fill-moss" />
      <rect x={resolved} width={partial} height="1" className="fill-amber" />
      <rect x={resolved + partial} width={failed} height="1" className="fill-rust" />
    </svg>
  );
}

function Score({ score }: { score: number | null }) {
  if (score === null) return "A score appears after reports from 3 different connections or networks.";
  return `Score ${score.toFixed(2)}: the lower bound of the success rate (90% interval).`;
}
