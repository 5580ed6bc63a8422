import { address } from "@/components/address";
import { QuestionFields, type QuestionValues } from "@/components/threads/question-fields";
import { buttonClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { SubmitOnce } from "@/components/ui/submit-once";
import type { SearchAnswer } from "@/lib/contract/public/search";

export type AskFields = QuestionValues;

/** The question form. It only searches: sending it publishes nothing. */
export function AskForm({
  fields,
  refused,
  technologies,
}: {
  fields: AskFields;
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

/** The question as it will be public, and the one button that publishes it. */
export function PublishQuestion({ answer, fields }: { answer: SearchAnswer["data"]; fields: AskFields }) {
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
