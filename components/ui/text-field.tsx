import type { ComponentProps } from "react";
import { fieldClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";

type TextFieldProps = ComponentProps<"input"> & {
  name: string;
  label: string;
  /** An optional field has a less prominent label. */
  isOptional?: boolean;
  hint?: string;
  /** The error of the submitted value. */
  wrong: string | undefined;
};

/** A single-line field with its label, and its error below it. */
export function TextField({ label, isOptional, hint, wrong, ...input }: TextFieldProps) {
  const id = `${input.name}-refused`;
  return (
    <div>
      <label className="block">
        <span className={isOptional ? "text-base text-ink-soft" : "font-semibold text-base"}>{label}</span>
        <input
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong && id}
          className={`${fieldClass} mt-1`}
          {...input}
        />
        {hint && <span className="mt-1 block text-ink-soft text-sm">{hint}</span>}
      </label>
      {wrong && <FieldError id={id}>{wrong}</FieldError>}
    </div>
  );
}
