import { ProseField } from "@/components/threads/prose-field";
import { buttonClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { TextField } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type AskFields = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

/** The question form. It only searches: sending it publishes nothing. */
export function AskForm({ fields, refused }: { fields: AskFields; refused: Notice | null }) {
  const wrong = refused?.fields ?? {};
  return (
    <form method="post" action="/ask/look" className="space-y-4" data-wake={refused?.ranges.q && ""}>
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
          maxLength={120}
          placeholder="postgresql"
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
      <button type="submit" className={buttonClass(fields.q ? "quiet" : "primary")}>
        {fields.q ? "Check again" : "Check existing answers"}
      </button>
    </form>
  );
}
