import { buttonClass, fieldClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { FieldError } from "@/components/ui/field-error";
import { NoticeBox } from "@/components/ui/notice-box";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type AskAboutFields = { q: string; technology?: string | undefined; version?: string | undefined };

/** A question about a skill. Sending it publishes it. */
export function AskAboutForm({
  fields,
  refused,
  action,
}: {
  fields: AskAboutFields;
  refused: Notice | null;
  action: string;
}) {
  const wrong = refused?.fields ?? {};
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
        {refused && Object.keys(wrong).length === 0 && <NoticeBox told={refused} />}
        <div>
          <label className="block font-semibold text-base" htmlFor="question">
            Your question
          </label>
          <TextArea
            id="question"
            name="q"
            required
            rows={3}
            dir="auto"
            maxLength={QUERY_CHARACTERS_MAX}
            defaultValue={fields.q}
            wrongAt={refused?.ranges.q}
            aria-invalid={wrong.q !== undefined || undefined}
            aria-describedby={wrong.q ? "question-refused question-rules" : "question-rules"}
            className={`${fieldClass} mt-1.5 block text-lg`}
          />
          <span id="question-rules" className="mt-1 block text-ink-soft text-sm">
            Up to {QUERY_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks.
          </span>
          {wrong.q && <FieldError id="question-refused">{wrong.q}</FieldError>}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Technology (optional)"
            isOptional
            name="technology"
            defaultValue={fields.technology}
            maxLength={120}
            wrong={wrong.technology}
          />
          <TextField
            label="Your version (optional)"
            isOptional
            name="version"
            defaultValue={fields.version}
            maxLength={200}
            wrong={wrong.version}
          />
        </div>
        <button type="submit" className={buttonClass("primary")}>
          Publish the question
        </button>
      </form>
    </section>
  );
}
