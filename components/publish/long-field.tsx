import { fieldClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { TextArea } from "@/components/ui/text-area";

/** A field of several lines with its label, a hint, and its error. A text that is too long is refused, never cut. */
export function LongField({
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
  hint?: string;
  value: string | undefined;
  wrong: string | undefined;
  isOptional?: boolean;
  mono?: boolean;
}) {
  const described = [hint && `${name}-hint`, wrong && `${name}-refused`].filter(Boolean).join(" ");
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
        aria-describedby={described || undefined}
        className={`${fieldClass} mt-1 block ${mono ? "font-mono text-sm" : ""}`}
      />
      {hint && (
        <span id={`${name}-hint`} className="mt-1 block text-ink-soft text-sm">
          {hint}
        </span>
      )}
      {wrong && <FieldError id={`${name}-refused`}>{wrong}</FieldError>}
    </div>
  );
}
