import { QuestionFields, type QuestionValues } from "@/components/threads/question-fields";
import { buttonClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { SubmitOnce } from "@/components/ui/submit-once";

/** A question about a skill. Sending it publishes it. */
export function AskAboutForm({
  fields,
  refused,
  technologies,
  action,
}: {
  fields: QuestionValues;
  refused: Notice | null;
  technologies: string[];
  action: string;
}) {
  return (
    <section aria-labelledby="ask" className="page-column">
      <h2 id="ask" className="text-2xl">
        Ask about this skill
      </h2>
      <p className="mt-2 text-ink-soft">
        Your question becomes a public thread that is linked to the skill. Anyone can read and answer it, and it cannot
        be deleted. Leave out names, addresses and secrets.
      </p>
      <form method="post" action={action} className="mt-5 space-y-4" data-wake={refused?.ranges.q && ""}>
        {refused && Object.keys(refused.fields).length === 0 && <NoticeBox told={refused} />}
        <SubmitOnce />
        <QuestionFields fields={fields} refused={refused} technologies={technologies} />
        <button type="submit" className={buttonClass("primary")}>
          Publish the question
        </button>
      </form>
    </section>
  );
}
