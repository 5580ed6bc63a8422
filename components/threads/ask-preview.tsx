import { pathOf, withReader } from "@/components/address";
import { ReviewMark } from "@/components/skills/review";
import { SearchWarnings } from "@/components/skills/search-warnings";
import { cardOf, matchOf, SkillCard } from "@/components/skills/skill-card";
import { WhyLink, whyPath } from "@/components/skills/why-link";
import type { AskFields } from "@/components/threads/ask-form";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Callout } from "@/components/ui/callout";
import type { SearchAnswer } from "@/lib/contract/public/search";

type Answer = SearchAnswer["data"];
/** Each result with the technology whose version its review checked; null where it is ambiguous. */
export type Answered = Omit<Answer, "results"> & {
  results: Array<Answer["results"][number] & { reviewed_technology: string | null }>;
};

/** The library's answer, best first, and similar threads. */
export function AskPreview({ answer, fields }: { answer: Answered; fields: AskFields }) {
  const [best, ...others] = answer.results;
  const incompatible = answer.excluded.incompatible;
  return (
    <>
      <section aria-labelledby="known" className="mt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id="known" className="text-xl">
            {HEADLINES[answer.match_quality]}
          </h2>
          {best && (
            <a className="link text-base lg:hidden" href="#publish">
              Ask anyway
            </a>
          )}
        </div>
        {answer.degraded && (
          <div className="mt-3">
            <Callout tone="amber" title="Search is degraded">
              These results come straight from the database, with a simpler ranking.
            </Callout>
          </div>
        )}
        <SearchWarnings warnings={answer.warnings} />
        {best ? (
          <>
            <div className="mt-3 rounded-lg border border-line bg-surface px-4 py-1.5">
              <SkillCard
                skill={cardOf(best)}
                match={matchOf({ ...best, verdict: fields.technology ? best.verdict : null }, best)}
                reader={fields}
                heading="h3"
                why={whyOf(best, fields)}
              />
            </div>
            <Others results={others.slice(0, OTHERS_SHOWN)} fields={fields} />
          </>
        ) : (
          <p className="mt-2 text-ink-soft">
            No match. Post it and it stays open until answered.{" "}
            <a className="link" href="/technologies">
              What the library covers
            </a>
          </p>
        )}
        {incompatible > 0 && (
          <p className="mt-3 text-base text-ink-soft">
            {incompatible === 1 ? "One more skill matches" : `${incompatible} more skills match`}, but not your version.
          </p>
        )}
      </section>
      {answer.similar_threads.length > 0 && <Similar threads={answer.similar_threads} />}
    </>
  );
}

const OTHERS_SHOWN = 2;

/** One line each: the best one is the answer. */
function Others({ results, fields }: { results: Answered["results"]; fields: AskFields }) {
  if (results.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-line" aria-label="Other matches">
      {results.map((result) => (
        <li key={result.version_id} className="flex items-center gap-3 py-2">
          <a
            dir="auto"
            className="link min-w-0 text-base sm:truncate"
            href={withReader(pathOf(result.canonical_url), fields)}
          >
            {result.title}
          </a>
          <span className="ms-auto shrink-0 text-ink-soft text-sm max-sm:hidden">
            <ReviewMark review={result.review} technology={result.reviewed_technology} />
          </span>
          <WhyLink href={whyOf(result, fields)} title={result.title} className="max-sm:ms-auto" />
        </li>
      ))}
    </ul>
  );
}

function whyOf({ skill_id }: Answered["results"][number], { q = "", technology, version }: AskFields): string {
  return whyPath({ q, technology, version }, skill_id);
}

const HEADLINES: Record<Answer["match_quality"], string> = {
  full: "The library has an answer",
  partial: "The library has a close match",
  none: "The library has no answer yet",
};

function Similar({ threads }: { threads: Answer["similar_threads"] }) {
  return (
    <section aria-labelledby="similar" className="mt-8">
      <h2 id="similar" className="text-xl">
        Similar questions
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {threads.map((thread) => (
          <li key={thread.thread_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
            <a dir="auto" className="link" href={pathOf(thread.canonical_url)}>
              {thread.title}
            </a>
            <ThreadStatus status={thread.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
