import type { Source } from "@/lib/contract/public/sources";

/** What is known of a source: what it follows, how many of its skills are listed, and how its last run ended. */
export function RunFacts({ source }: { source: Source }) {
  const { kind, range, minors, state, skills, last_run } = source;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>{kind}</span>
      {range && (
        <span>
          releases <bdi>{range}</bdi>
        </span>
      )}
      {minors && <span>newest {minors} minor versions</span>}
      <span>{state}</span>
      <span>{skills === 1 ? "1 listed skill" : `${skills} listed skills`}</span>
      {last_run === null && <span>has not run yet</span>}
      {last_run?.state === "running" && <span>runs now{last_run.progress ? `: ${last_run.progress}` : ""}</span>}
      {last_run?.state === "failed" && (
        <span>
          failed: <bdi>{last_run.problem}</bdi>
        </span>
      )}
      {last_run?.state === "succeeded" && (
        <span>
          {last_run.found} found, {last_run.new} new, {last_run.unchanged} unchanged, {last_run.refused} refused
        </span>
      )}
      {last_run?.ended_at && (
        <span>
          read <time dateTime={last_run.ended_at}>{last_run.ended_at.slice(0, 10)}</time>
        </span>
      )}
    </p>
  );
}
