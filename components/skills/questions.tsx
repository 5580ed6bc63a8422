import { pathOf } from "@/components/address";
import { ThreadStatus } from "@/components/threads/thread-status";
import { buttonClass } from "@/components/ui/button";

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
