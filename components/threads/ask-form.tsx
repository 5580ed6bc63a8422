import { address, pathOf, type Reader, withReader } from "@/components/address";
import { SearchWarnings } from "@/components/search/search-notices";
import { ReviewMark } from "@/components/skills/evidence";
import { cardOf, matchOf, SkillCard, WhyLink, whyPath } from "@/components/skills/skill-card";
import { ProseField } from "@/components/threads/prose-field";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import type { Notice } from "@/components/ui/error-messages";
import { SubmitOnce } from "@/components/ui/submit-once";
import { TechnologyNames, TextField, technologyNamesId } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import type { SearchAnswer } from "@/lib/contract/public/search";

/** The question form. It only searches: sending it publishes nothing. */
export function AskForm({
  fields,
  refused,
  technologies,
}: {
  fields: QuestionValues;
  refused: Notice | null;
  technologies: string[];
}) {
  return (
    <form method="post" action="/ask/look" className="space-y-4" data-wake={refused?.ranges.q && ""}>
      <QuestionFields fields={fields} refused={refused} technologies={technologies} />
      <button type="submit" className={buttonClass(fields.q ? "quiet" : "primary")}>
        {fields.q ? "Check again" : "Check existing answers"}
      </button>
    </form>
  );
}

export type QuestionValues = Reader & { q?: string | undefined };

/** The question with its technology and version. This browser keeps the text until it is posted. */
export function QuestionFields({
  fields,
  refused,
  technologies,
}: {
  fields: QuestionValues;
  refused: Notice | null;
  /** Names of known technologies, for completion. */
  technologies: string[];
}) {
  const wrong = refused?.fields ?? {};
  return (
    <>
      <ProseField
        id="question"
        name="q"
        label="Your question"
        hint={`Up to ${QUERY_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks.`}
        limit={QUERY_CHARACTERS_MAX}
        rows={3}
        draft="ask"
        defaultValue={fields.q}
        placeholder="How do I upsert many rows in PostgreSQL without losing the ids?"
        wrong={refused && wrong.q ? `${refused.title}. ${wrong.q} ${refused.next_step}` : undefined}
        wrongAt={refused?.ranges.q}
        className="text-lg"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Technology (optional)"
          isOptional
          name="technology"
          defaultValue={fields.technology}
          maxLength={TECHNOLOGY_CHARACTERS_MAX}
          placeholder="postgresql"
          list={technologyNamesId}
          wrong={wrong.technology}
        />
        <TextField
          label="Your version"
          isOptional
          name="version"
          defaultValue={fields.version}
          maxLength={200}
          placeholder="18.4"
          wrong={wrong.version}
        />
      </div>
      <TechnologyNames names={technologies} />
    </>
  );
}

type Searched = SearchAnswer["data"];
/** Each result with the technology whose version its review checked; null where it is ambiguous. */
export type Answered = Omit<Searched, "results"> & {
  results: Array<Searched["results"][number] & { reviewed_technology: string | null }>;
};

/** The library's answer, best first, and similar threads. */
export function AskPreview({ answer, fields }: { answer: Answered; fields: QuestionValues }) {
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
function Others({ results, fields }: { results: Answered["results"]; fields: QuestionValues }) {
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

function whyOf({ skill_id }: Answered["results"][number], { q = "", technology, version }: QuestionValues): string {
  return whyPath({ q, technology, version }, skill_id);
}

const HEADLINES: Record<Searched["match_quality"], string> = {
  full: "The library has an answer",
  partial: "The library has a close match",
  none: "The library has no answer yet",
};

function Similar({ threads }: { threads: Searched["similar_threads"] }) {
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

/** The question as it will be public, and the one button that publishes it. */
export function PublishQuestion({ answer, fields }: { answer: SearchAnswer["data"]; fields: QuestionValues }) {
  return (
    <section
      aria-labelledby="publish"
      className="scroll-mt-6 rounded-lg border border-line bg-surface p-4 lg:sticky lg:top-6"
    >
      <h2 id="publish" className="text-lg">
        {answer.match_quality === "full" ? "Ask anyway?" : "Post the question?"}
      </h2>
      <blockquote dir="auto" className="mt-2 line-clamp-6 border-moss border-s-2 ps-3 text-base">
        {answer.query}
      </blockquote>
      <form method="post" action="/ask/publish" className="mt-3">
        <SubmitOnce />
        <input type="hidden" name="q" value={answer.query} />
        {fields.technology && <input type="hidden" name="technology" value={fields.technology} />}
        {fields.version && <input type="hidden" name="version" value={fields.version} />}
        <button type="submit" className={buttonClass("primary")}>
          Publish the question
        </button>
      </form>
      <p className="mt-3 text-ink-soft text-sm">
        {answer.status === "answered"
          ? "It becomes a public thread, with the library’s answer as the first reply."
          : "It becomes a public thread and stays open until someone answers."}{" "}
        This browser keeps the key of the thread for seven days, so that you can report the outcome or take the question
        back.
      </p>
      <p className="mt-2 text-ink-soft text-sm">
        <a className="link" href={address("/ask", fields)}>
          Link to this question
        </a>{" "}
        without publishing it.
      </p>
    </section>
  );
}
