const LOOKS = {
  primary: "bg-moss text-on-moss hover:bg-moss-strong",
  quiet: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  danger: "bg-rust text-paper hover:underline",
} as const;

/** The classes of a button, for `button` and `a` alike. */
export function buttonClass(look: keyof typeof LOOKS): string {
  return `inline-flex min-h-10 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md px-4 py-1.5 text-base font-semibold leading-tight aria-disabled:cursor-default aria-disabled:opacity-60 ${LOOKS[look]}`;
}

/** The classes of text fields and selects. */
export const fieldClass =
  "min-h-10 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-base placeholder:text-ink-faint aria-[invalid=true]:border-rust";

/** The error of a field, shown below it. The field names it in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" dir="auto" className="mt-1 text-base text-rust">
      {children}
    </p>
  );
}
