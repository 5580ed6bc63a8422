import { ProseField } from "@/components/threads/prose-field";
import type { Notice } from "@/components/ui/error-messages";
import { TechnologyNames, technologyNamesId } from "@/components/ui/technology-names";
import { TextField } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type QuestionValues = { q?: string | undefined; technology?: string | undefined; version?: string | undefined };

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
