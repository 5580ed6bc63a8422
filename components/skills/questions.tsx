import { pathOf } from "@/components/address";
import { ThreadStatus } from "@/components/threads/thread-status";
import { buttonClass } from "@/components/ui/controls";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SolvedQuestion } from "@/lib/contract/public/resources";

type Question = {
  thread_id: string;
  title: string;
  status: "open" | "answered" | "resolved";
  reply_count: number;
  canonical_url: string;
};

/** The questions about a skill, and the way to ask one. `ask` is the address of the form. */
export function Questions({ questions, ask }: { questions: Question[]; ask: string }) {
  return (
    <section aria-labelledby="questions" className="page-column mt-12 border-line border-t pt-10">
      <h2 id="questions" className="text-xl">
        Questions about this skill
      </h2>
      {questions.length === 0 ? (
        <p className="mt-2 text-ink-soft">None yet.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {questions.map(({ thread_id, title, status, reply_count, canonical_url }) => (
            <li key={thread_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
              <a dir="auto" className="link wrap-anywhere" href={pathOf(canonical_url)}>
                {title}
              </a>
              <ThreadStatus status={status} />
              <span className="text-ink-soft text-sm">{reply_count === 1 ? "1 reply" : `${reply_count} replies`}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="no-print mt-4">
        <a className={buttonClass("quiet")} href={ask}>
          Ask about this skill
        </a>
      </p>
    </section>
  );
}

/** What a skill is for: the questions that its author states, and those that it answered. Nothing without either. */
export function Needs({ stated, solved, now }: { stated: string[]; solved: SolvedQuestion[]; now: number }) {
  if (stated.length === 0 && solved.length === 0) return null;
  return (
    <div className="page-column mt-12 grid gap-10 border-line border-t pt-10 lg:grid-cols-2">
      {stated.length > 0 && (
        <section aria-labelledby="answers">
          <h2 id="answers" className="text-xl">
            Questions it is written for
          </h2>
          <p className="mt-1 text-ink-soft text-sm">As its author states them.</p>
          <ul className="mt-3 divide-y divide-line border-line border-y">
            {stated.map((question) => (
              <li key={question} dir="auto" className="wrap-anywhere py-3">
                {question}
              </li>
            ))}
          </ul>
        </section>
      )}
      {solved.length > 0 && (
        <section aria-labelledby="solved">
          <h2 id="solved" className="text-xl">
            Questions this answered
          </h2>
          <p className="mt-1 text-ink-soft text-sm">
            Search found this skill first, and the asker reports that it worked.
          </p>
          <ul className="mt-3 divide-y divide-line border-line border-y">
            {solved.map(({ thread_id, title, canonical_url, reported_at }) => (
              <li key={thread_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
                <a dir="auto" className="link wrap-anywhere" href={pathOf(canonical_url)}>
                  {title}
                </a>
                <span className="text-ink-soft text-sm">
                  <RelativeTime at={reported_at} now={now} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
