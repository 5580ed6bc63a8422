"use client";

import { useEffect, useState } from "react";
import { FieldError, fieldClass } from "@/components/ui/controls";
import { keepDraft, keptDraft } from "@/components/ui/drafts";
import type { TextRange } from "@/components/ui/error-messages";
import { TextArea } from "@/components/ui/text-area";

type Assist = typeof import("@/components/threads/prose-assist");
type ProseFieldProps = {
  id: string;
  name: string;
  label: string;
  hint: string;
  /** The maximum length in Unicode code points. A longer text is kept and marked, never cut. */
  limit: number;
  rows: number;
  /** The name under which this browser keeps the text until it is posted. */
  draft: string;
  defaultValue?: string | undefined;
  placeholder?: string | undefined;
  /** The refusal of the sent text, and its place. */
  wrong?: string | undefined;
  wrongAt?: TextRange | undefined;
  className?: string;
};

/**
 * A field for a public text. Once its script runs it marks what cannot be posted where it is, offers to replace it,
 * counts, and keeps the text in this browser.
 */
export function ProseField(props: ProseFieldProps) {
  const {
    id,
    name,
    label,
    hint,
    limit,
    rows,
    draft,
    defaultValue,
    placeholder,
    wrong,
    wrongAt,
    className = "",
  } = props;
  const [text, setText] = useState("");
  const [assist, setAssist] = useState<Assist | null>(null);
  // Without it, for example offline, only the service says what cannot be posted.
  useEffect(() => void import("@/components/threads/prose-assist").then(setAssist, () => {}), []);
  useEffect(() => {
    const field = areaOf(id);
    if (!field) return;
    if (field.value === "") field.value = keptDraft(draft) ?? "";
    setText(field.value);
  }, [id, draft]);
  const change = (next: string) => {
    setText(next);
    keepDraft(draft, next);
  };
  const problems = assist ? assist.problemsIn(text, limit) : [];
  // The place is that of the text that was sent; after a change it would be wrong.
  if (assist && wrongAt && text === defaultValue) problems.push(inUnits(text, wrongAt));
  const helpId = `${id}-help`;
  return (
    <div>
      <label className="block" htmlFor={id}>
        <span className="font-semibold text-base">{label}</span>
      </label>
      <div className="relative mt-1.5">
        {assist && <assist.ProseMirror text={text} problems={problems} rows={rows} className={className} />}
        <TextArea
          id={id}
          name={name}
          required
          rows={rows}
          dir="auto"
          defaultValue={defaultValue}
          wrongAt={wrongAt}
          placeholder={placeholder}
          aria-invalid={wrong !== undefined || problems.length > 0 || undefined}
          aria-describedby={`${wrong ? `${id}-refused ` : ""}${id}-hint ${helpId}`}
          onInput={(event) => change(event.currentTarget.value)}
          className={`${fieldClass} block ${className} ${assist === null ? "" : "absolute inset-0 h-full resize-none overflow-hidden bg-transparent"}`}
        />
      </div>
      {wrong && <FieldError id={`${id}-refused`}>{wrong}</FieldError>}
      <p id={`${id}-hint`} className="mt-1 text-ink-soft text-sm">
        {hint}
      </p>
      <div id={helpId} className="mt-1 min-h-5 text-base noscript:hidden">
        {assist && (
          <assist.ProseHelp
            text={text}
            limit={limit}
            problems={problems}
            onChange={(next) => {
              const field = areaOf(id);
              if (!field) return;
              field.value = next;
              change(next);
              field.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

function areaOf(id: string): HTMLTextAreaElement | null {
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field : null;
}

function inUnits(text: string, { start, end }: TextRange) {
  const points = [...text];
  const unitsOf = (count: number) => points.slice(0, count).join("").length;
  return { start: unitsOf(start), end: unitsOf(end), kind: "secret" as const };
}
