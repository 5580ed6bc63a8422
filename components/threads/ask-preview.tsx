import { address } from "@/components/address";
import { pathOf } from "@/components/path-of";
import { SearchWarnings } from "@/components/skills/search-warnings";
import { cardOf, matchOf } from "@/components/skills/skill-card";
import { SkillCards } from "@/components/skills/skill-cards";
import type { AskFields } from "@/components/threads/ask-form";
import { ThreadStatus } from "@/components/threads/thread-status";
import { buttonClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { SearchAnswer } from "@/lib/contract/public/search";

type Answer = SearchAnswer["data"];
/** Each result with the technology whose version its review checked; null where it is ambiguous. */
export type Answered = Omit<Answer, "results"> & {
  results: Array<Answer["results"][number] & { reviewed_technology: string | null }>;
};

/** The library's answer, similar threads, and the one button that publishes. */
export function AskPreview({ answer, fields }: { answer: Answered; fields: AskFields }) {
  return (
    <>
      <section aria-labelledby="known" className="mt-12">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id="known" className="text-xl">
            {HEADLINES[answer.match_quality]}
          </h2>
          {answer.results.length > 0 && (
            <a className="link text-base" href="#publish">
              Ask anyway
            </a>
          )}
        </div>
        {answer.degraded && (
          <div className="mt-3">
            <Callout tone="amber" title="The search engine is away">
              These results come straight from the database, ranked more simply than usual.
            </Callout>
          </div>
        )}
        <SearchWarnings warnings={answer.warnings} />
        {answer.results.length === 0 ? (
          <p className="mt-2 text-ink-soft">No match. Post it and it stays open until answered.</p>
        ) : (
          <ul className="mt-2 divide-y divide-line border-line border-y">
            <SkillCards
              items={answer.results.slice(0, 1).map((result) => ({
                key: result.version_id,
                skill: cardOf(result),
                match: matchOf({ ...result, verdict: fields.technology ? result.verdict : null }),
              }))}
              heading="h3"
            />
            {answer.results.slice(1).map(({ version_id, canonical_url, title, description }) => (
              <li key={version_id} className="py-2.5 text-base">
                <p dir="auto" className="line-clamp-2 text-ink-soft sm:line-clamp-1">
                  <a className="link font-semibold text-ink" href={pathOf(canonical_url)}>
                    {title}
                  </a>{" "}
                  {description}
                </p>
              </li>
            ))}
          </ul>
        )}
        {answer.excluded.incompatible > 0 && (
          <p className="mt-3 text-base text-ink-soft">
            {answer.excluded.incompatible === 1
              ? "One more skill matches"
              : `${answer.excluded.incompatible} more skills match`}{" "}
            but not your version.
          </p>
        )}
      </section>
      {answer.similar_threads.length > 0 && <Similar threads={answer.similar_threads} />}
      <Publish answer={answer} fields={fields} />
    </>
  );
}

const HEADLINES: Record<Answer["match_quality"], string> = {
  full: "The library has an answer",
  partial: "The library has something near",
  none: "The library has no answer yet",
};

function Similar({ threads }: { threads: Answer["similar_threads"] }) {
  return (
    <section aria-labelledby="similar" className="mt-12">
      <h2 id="similar" className="text-xl">
        Asked before
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

function Publish({ answer, fields }: { answer: Answer; fields: AskFields }) {
  return (
    <section aria-labelledby="publish" className="mt-12 rounded-lg border border-line bg-surface p-5 sm:p-7">
      <h2 id="publish" className="text-xl">
        {answer.match_quality === "full" ? "Ask anyway?" : "Publish the question?"}
      </h2>
      <p className="mt-1 text-ink-soft">
        {answer.status === "answered"
          ? "This text becomes a public thread, and the library’s answer its first reply."
          : "This text becomes a public thread, which stays open until somebody answers."}{" "}
        It cannot be taken back.
      </p>
      <blockquote dir="auto" className="mt-4 border-moss border-s-2 ps-4 text-lg">
        {answer.query}
      </blockquote>
      <form method="post" action="/ask/publish" className="mt-5">
        <input type="hidden" name="q" value={answer.query} />
        {fields.technology && <input type="hidden" name="technology" value={fields.technology} />}
        {fields.version && <input type="hidden" name="version" value={fields.version} />}
        <button type="submit" className={buttonClass("primary")}>
          Publish the question
        </button>
      </form>
      <p className="mt-3 text-base text-ink-soft">
        <a className="link" href={address("/ask", fields)}>
          Link to this question
        </a>{" "}
        without publishing it. Once published, this browser keeps the key of the thread for seven days, so that you can
        report the outcome there.
      </p>
    </section>
  );
}
