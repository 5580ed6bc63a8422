import { buttonClass, fieldClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FieldError } from "@/components/ui/field-error";
import type { Told } from "@/components/ui/for-people";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type AskFields = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

/** The question. It only looks: nothing is published by sending it. */
export function AskForm({ fields, refused }: { fields: AskFields; refused: Told | null }) {
  const wrong = refused?.fields ?? {};
  return (
    <form action="/ask" className="space-y-4">
      <div>
        <label className="block">
          <span className="font-semibold text-base">Your question</span>
          <textarea
            name="q"
            required
            rows={3}
            dir="auto"
            maxLength={QUERY_CHARACTERS_MAX}
            defaultValue={fields.q}
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
        <div>
          <label className="block">
            <span className="text-base text-ink-soft">Technology, if it matters</span>
            <input
              name="technology"
              aria-invalid={wrong.technology !== undefined || undefined}
              aria-describedby={wrong.technology && "technology-refused"}
              defaultValue={fields.technology}
              maxLength={120}
              placeholder="postgresql"
              className={`${fieldClass} mt-1`}
            />
          </label>
          {wrong.technology && <FieldError id="technology-refused">{wrong.technology}</FieldError>}
        </div>
        <div>
          <label className="block">
            <span className="text-base text-ink-soft">Your version of it</span>
            <input
              name="version"
              aria-invalid={wrong.version !== undefined || undefined}
              aria-describedby={wrong.version && "version-refused"}
              defaultValue={fields.version}
              maxLength={200}
              placeholder="18.4"
              className={`${fieldClass} mt-1`}
            />
          </label>
          {wrong.version && <FieldError id="version-refused">{wrong.version}</FieldError>}
        </div>
      </div>
      <button type="submit" className={buttonClass(fields.q ? "quiet" : "primary")}>
        {fields.q ? "Look again" : "See what is known"}
      </button>
    </form>
  );
}
