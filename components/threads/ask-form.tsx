import { buttonClass, fieldClass } from "@/components/ui/button";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type AskFields = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

/** The question. It only looks: nothing is published by sending it. */
export function AskForm({ fields }: { fields: AskFields }) {
  return (
    <form action="/ask" className="space-y-4">
      <label className="block">
        <span className="font-semibold text-base">Your question</span>
        <textarea
          name="q"
          required
          rows={3}
          dir="auto"
          maxLength={QUERY_CHARACTERS_MAX}
          defaultValue={fields.q}
          aria-describedby="question-rules"
          placeholder="How do I upsert many rows in PostgreSQL without losing the ids?"
          className={`${fieldClass} mt-1.5 block text-lg`}
        />
        <span id="question-rules" className="mt-1 block text-ink-soft text-sm">
          Up to {QUERY_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks.
        </span>
      </label>
      <div className="grid gap-4 sm:grid-cols-2">
        <label className="block">
          <span className="text-base text-ink-soft">Technology, if it matters</span>
          <input
            name="technology"
            defaultValue={fields.technology}
            maxLength={120}
            placeholder="postgresql"
            className={`${fieldClass} mt-1`}
          />
        </label>
        <label className="block">
          <span className="text-base text-ink-soft">Your version of it</span>
          <input
            name="version"
            defaultValue={fields.version}
            maxLength={200}
            placeholder="18.4"
            className={`${fieldClass} mt-1`}
          />
        </label>
      </div>
      <button type="submit" className={buttonClass(fields.q ? "quiet" : "primary")}>
        {fields.q ? "Look again" : "See what is known"}
      </button>
    </form>
  );
}
