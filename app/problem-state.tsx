import { noticeOf } from "@/app/notice";
import { Frame, type Section } from "@/components/site/frame";
import { NothingHere, StatePage } from "@/components/site/state-page";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import type { Problem } from "@/lib/platform/errors";
import { setPageStatus } from "@/lib/server/pages/page-exchange";

type ProblemStateProps = { problem: Problem; retry?: string; wait?: string };

/** A page that cannot be shown, in its frame. */
export function ProblemPage({ section, ...state }: ProblemStateProps & { section?: Section }) {
  return (
    <Frame section={section}>
      <ProblemState {...state} />
    </Frame>
  );
}

/** What stands in place of content that cannot be shown. The response gets the problem's HTTP status. */
export function ProblemState({ problem, retry, wait }: ProblemStateProps) {
  const { title, detail, next_step } = noticeOf(problem, wait);
  setPageStatus(problem.status, problem.options.retryAfterSeconds);
  if (problem.code === "not_found") return <NothingHere />;
  return (
    <StatePage
      label={`${problem.status} ${problem.code}`}
      title={title}
      actions={
        <>
          {retry && (
            <a href={retry} className={buttonClass("primary")}>
              {problem.code === "invalid_cursor" ? "Start from the first page" : "Try again"}
            </a>
          )}
          <a href="/skills" className={buttonClass("quiet")}>
            Search skills
          </a>
        </>
      }
    >
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </StatePage>
  );
}

/** Replaces search results, below the form that keeps the search: the reason, when to continue, and how. */
export function TooManyRequests({ problem, retry }: { problem: Problem; retry: string }) {
  const { title, detail, next_step } = noticeOf(problem);
  setPageStatus(problem.status, problem.options.retryAfterSeconds);
  return (
    <div className="mt-8">
      <Callout tone="amber" title={title} alert>
        <p>{detail}</p>
        <p>{next_step}</p>
        <p className="mt-3">
          <a href={retry} className={buttonClass("quiet")}>
            Search again
          </a>
        </p>
      </Callout>
    </div>
  );
}
