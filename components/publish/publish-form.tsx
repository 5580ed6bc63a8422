import type { ReactNode } from "react";
import { ApplicabilityRows } from "@/components/publish/applicability-rows";
import { DraftKeeper } from "@/components/publish/draft-keeper";
import type { PublishFields } from "@/components/publish/publish-fields";
import { Callout } from "@/components/ui/callout";
import { buttonClass, FieldError, fieldClass } from "@/components/ui/controls";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { SubmitOnce } from "@/components/ui/submit-once";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import {
  DESCRIPTION_CHARACTERS_MAX,
  MARKDOWN_BYTES_MAX,
  SUPPORTING_BASIS_CHARACTERS_MAX,
  TITLE_CHARACTERS_MAX,
} from "@/lib/contract/primitives";

type PublishFormProps = {
  /** As filled in before; null on a first visit. */
  fields: PublishFields | null;
  /** What is wrong, by the name of the field. */
  wrong: Record<string, string>;
  refused: Notice | null;
  /** Names of known technologies, for completion. */
  technologies: string[];
  /** Whether only holders of a token can publish. */
  closed: boolean;
  once: string;
  canPublish: boolean;
  /** What the checks say. */
  children: ReactNode;
};

const FORM = "publish-skill";
const RATIONALE_CHARACTERS_MAX = 1_000;

/** The form of a new skill. It is posted to its own page, which checks it, and publishes it when asked to. */
export function PublishForm({
  fields,
  wrong,
  refused,
  technologies,
  closed,
  once,
  canPublish,
  children,
}: PublishFormProps) {
  const count = Object.keys(wrong).length;
  return (
    <form id={FORM} method="post" action="/skills/publish" className="mt-8 space-y-6" data-wake="">
      <SubmitOnce />
      <input type="hidden" name="once" value={fields?.once || once} />
      {refused && <NoticeBox told={refused} />}
      {count > 0 && (
        <Callout tone="rust" title={count === 1 ? "One field needs a correction" : `${count} fields need a correction`}>
          <p>The reason is shown below each field.</p>
        </Callout>
      )}
      <TextField
        label="Title"
        name="title"
        required
        dir="auto"
        maxLength={TITLE_CHARACTERS_MAX}
        defaultValue={fields?.title}
        placeholder="Upsert rows in PostgreSQL"
        wrong={wrong.title}
      />
      <LongField
        label="Description"
        name="description"
        rows={2}
        hint={`What it is for and when to use it, up to ${DESCRIPTION_CHARACTERS_MAX} characters. Search results show it.`}
        value={fields?.description}
        wrong={wrong.description}
      />
      <LongField
        label="Skill, in markdown"
        name="markdown"
        rows={16}
        mono
        hint={`Steps, code and pitfalls, up to ${MARKDOWN_BYTES_MAX.toLocaleString("en-GB")} bytes. Without front matter.`}
        value={fields?.markdown}
        wrong={wrong.markdown}
      />
      <ApplicabilityRows rows={fields?.applicability ?? []} wrong={wrong} technologies={technologies} />
      <LongField
        label="Why is it needed?"
        name="rationale"
        rows={2}
        hint={`Up to ${RATIONALE_CHARACTERS_MAX.toLocaleString("en-GB")} characters.`}
        value={fields?.rationale}
        wrong={wrong.rationale}
      />
      <LongField
        label="What is it based on?"
        name="supporting_basis"
        rows={3}
        hint={`What you tried, on which versions, and what happened, in up to ${SUPPORTING_BASIS_CHARACTERS_MAX.toLocaleString("en-GB")} characters.`}
        value={fields?.supporting_basis}
        wrong={wrong.supporting_basis}
      />
      <LongField
        label="References"
        name="references"
        rows={2}
        isOptional
        hint="One address a line, eight at most. They are shown and never fetched."
        value={fields?.references}
        wrong={wrong.references}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Licence (optional)"
          isOptional
          name="license"
          maxLength={200}
          defaultValue={fields?.license}
          placeholder="CC-BY-4.0"
          hint="An SPDX identifier."
          wrong={wrong.license}
        />
        <TextField
          label="Source repository (optional)"
          isOptional
          name="repository"
          type="url"
          maxLength={300}
          defaultValue={fields?.repository}
          placeholder="https://github.com/acme/skills"
          hint="An https address."
          wrong={wrong.repository}
        />
      </div>
      {children}
      <fieldset className="rounded-lg border border-line bg-surface p-5">
        <legend className="px-1 font-semibold text-base">Publisher</legend>
        <DraftKeeper form={FORM} isFresh={fields === null} />
        {closed ? (
          <p className="text-ink-soft">Signup is closed: publishing needs an existing token.</p>
        ) : (
          <TextField
            label="Your name"
            name="name"
            maxLength={TITLE_CHARACTERS_MAX}
            autoComplete="nickname"
            defaultValue={fields?.name}
            hint="Shown beside the skill. Publishing creates a connection with this name and shows its token once."
            wrong={wrong.name ?? refused?.fields.name}
          />
        )}
        <details className="mt-4" open={closed || Boolean(fields?.token)}>
          <summary className="min-h-6 text-base">Use an existing token</summary>
          <div className="mt-2">
            <TextField
              label="Token"
              isOptional
              name="token"
              type="password"
              autoComplete="off"
              defaultValue={fields?.token}
              hint="It is sent only to this service and is not kept in the draft."
              wrong={undefined}
            />
          </div>
        </details>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="action" value="check" className={buttonClass(canPublish ? "quiet" : "primary")}>
          {canPublish ? "Check again" : "Check"}
        </button>
        {canPublish && (
          <button type="submit" name="action" value="publish" className={buttonClass("primary")}>
            Publish the skill
          </button>
        )}
      </div>
    </form>
  );
}

/** A field of several lines with its label, a hint, and its error. A text that is too long is refused, never cut. */
function LongField({
  label,
  name,
  rows,
  hint,
  value,
  wrong,
  isOptional = false,
  mono = false,
}: {
  label: string;
  name: string;
  rows: number;
  hint: string;
  value: string | undefined;
  wrong: string | undefined;
  isOptional?: boolean;
  mono?: boolean;
}) {
  return (
    <div>
      <label className="block font-semibold text-base" htmlFor={name}>
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      <TextArea
        id={name}
        name={name}
        rows={rows}
        required={!isOptional}
        dir="auto"
        defaultValue={value}
        spellCheck={!mono}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong ? `${name}-hint ${name}-refused` : `${name}-hint`}
        className={`${fieldClass} mt-1 block ${mono ? "font-mono text-sm" : ""}`}
      />
      <span id={`${name}-hint`} className="mt-1 block text-ink-soft text-sm">
        {hint}
      </span>
      {wrong && <FieldError id={`${name}-refused`}>{wrong}</FieldError>}
    </div>
  );
}
