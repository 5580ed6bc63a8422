import { noticeOf } from "@/app/notice";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import type { Problem } from "@/lib/platform/errors";
import { setPageStatus } from "@/lib/server/pages/page-exchange";

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
