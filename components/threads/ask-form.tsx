import { QuestionFields, type QuestionValues } from "@/components/threads/question-fields";
import { buttonClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";

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
