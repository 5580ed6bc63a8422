import type { ComponentProps } from "react";
import { FieldError, fieldClass } from "@/components/ui/controls";

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

/** For the `list` of a field that completes names of technologies. */
export const technologyNamesId = "technologies";

/** The names that such fields complete. Once a page. */
export function TechnologyNames({ names }: { names: string[] }) {
  return (
    <datalist id={technologyNamesId}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
