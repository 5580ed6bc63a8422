import { buttonClass, fieldClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Notice } from "@/components/ui/error-messages";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type AskFields = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

/** The question form. It only searches: sending it publishes nothing. */
export function AskForm({ fields, refused }: { fields: AskFields; refused: Notice | null }) {
  const wrong = refused?.fields ?? {};
  return (
    <form action="/ask" className="space-y-4" data-wake={refused?.ranges.q && ""}>
      <div>
        <label className="block" htmlFor="question">
          <span className="font-semibold text-base">Your question</span>
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
            placeholder="How do I upsert many rows in PostgreSQL without losing the ids?"
            className={`${fieldClass} mt-1.5 block text-lg`}
          />
          <span id="question-rules" className="mt-1 block text-ink-soft text-sm">
            Up to {QUERY_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks.
          </span>
        </label>
        {refused && wrong.q && (
          <div className="mt-2">
            <Callout id="question-refused" tone="rust" title={refused.title} alert>
              <p>{wrong.q}</p>
              <p>{refused.next_step}</p>
            </Callout>
          </div>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Technology, if it matters"
          isOptional
          name="technology"
          defaultValue={fields.technology}
          maxLength={120}
          placeholder="postgresql"
          wrong={wrong.technology}
        />
        <TextField
          label="Your version of it"
          isOptional
          name="version"
          defaultValue={fields.version}
          maxLength={200}
          placeholder="18.4"
          wrong={wrong.version}
        />
      </div>
      <button type="submit" className={buttonClass(fields.q ? "quiet" : "primary")}>
        {fields.q ? "Look again" : "See what is known"}
      </button>
    </form>
  );
}
