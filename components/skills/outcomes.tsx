import type { Outcomes } from "@/lib/contract/primitives";
import { reportersInWords } from "@/lib/contract/reporters-in-words";

/** Reported outcomes: a bar and the numbers in words. */
export function OutcomeSummary({ outcomes, small = false }: { outcomes: Outcomes; small?: boolean }) {
  const { resolved, partial, failed } = outcomes;
  const total = resolved + partial + failed;
  if (total === 0)
    return <span className="text-ink-soft">{small ? "No outcomes yet" : "Nobody has reported an outcome yet."}</span>;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      <svg
        viewBox={`0 0 ${total} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="no-print h-2 w-24 rounded-full"
      >
        <rect width={resolved} height="1" className="fill-moss" />
        <rect x={resolved} width={partial} height="1" className="fill-amber" />
        <rect x={resolved + partial} width={failed} height="1" className="fill-rust" />
      </svg>
      <span className="text-ink-soft">
        {[resolved && `${resolved} resolved`, partial && `${partial} partly`, failed && `${failed} failed`]
          .filter(Boolean)
          .join(", ")}
        , reported by {reportersInWords(outcomes)}
      </span>
      {!small && <Score score={outcomes.score} />}
    </span>
  );
}

function Score({ score }: { score: number | null }) {
  if (score === null)
    return (
      <span className="text-ink-soft">
        Too few for a score: it takes reports from three different connections or networks.
      </span>
    );
  return (
    <span className="text-ink-soft">
      Score {score.toFixed(2)}: with these reports, at least this share should succeed (lower end of a 90 % interval).
    </span>
  );
}
