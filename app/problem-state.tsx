import { NothingHere } from "@/components/site/nothing-here";
import { StatePage } from "@/components/site/state-page";
import { buttonClass } from "@/components/ui/button";
import { problems } from "@/lib/contract/problems";
import type { Problem } from "@/lib/errors";
import { setPageStatus } from "@/lib/page-status";

/** A whole page in place of what could not be shown. The answer gets the problem's own HTTP status. */
export function ProblemState({ problem, retry }: { problem: Problem; retry?: string }) {
  const [status, title, next_step] = problems[problem.code];
  setPageStatus(status, problem.options.retryAfterSeconds);
  if (problem.code === "not_found") return <NothingHere />;
  return (
    <StatePage
      label={`${status} ${problem.code}`}
      title={title}
      actions={
        <>
          {retry && (
            <a href={retry} className={buttonClass("primary")}>
              Try again
            </a>
          )}
          <a href="/skills" className={buttonClass("quiet")}>
            Search the library
          </a>
        </>
      }
    >
      {problem.options.detail && <p dir="auto">{problem.options.detail}</p>}
      <p>{next_step}</p>
    </StatePage>
  );
}
