import { buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

type Fields = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

/** Asks for the explanation of a search. It only searches: nothing is published or stored. */
export function ExplainForm({ fields, wrong }: { fields: Fields; wrong: Readonly<Record<string, string>> }) {
  return (
    <form action="/docs/ranking" className="max-w-2xl space-y-3">
      <TextField name="q" label="Explain a search" defaultValue={fields.q} maxLength={500} required wrong={wrong.q} />
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          name="technology"
          label="Technology (optional)"
          isOptional
          defaultValue={fields.technology}
          maxLength={120}
          wrong={wrong.technology}
        />
        <TextField
          name="version"
          label="Your version (optional)"
          isOptional
          defaultValue={fields.version}
          maxLength={200}
          wrong={wrong.version}
        />
        <button type="submit" className={buttonClass("quiet")}>
          Explain
        </button>
      </div>
      <p className="text-base text-ink-soft">
        Nothing is published or stored. The address holds the words: leave out names and secrets.
      </p>
    </form>
  );
}
