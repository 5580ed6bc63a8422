import type { ComponentProps } from "react";
import { fieldClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";

type Props = ComponentProps<"input"> & {
  name: string;
  label: string;
  /** A field that may stay empty has a quieter label. */
  isOptional?: boolean;
  hint?: string;
  /** What is wrong with what was filled in. */
  wrong: string | undefined;
};

/** A field of one line with its label, and below it what is wrong with it. */
export function TextField({ label, isOptional, hint, wrong, ...input }: Props) {
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
