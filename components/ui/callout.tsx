import type { ReactNode } from "react";

const TONES = {
  plain: "border-line bg-surface",
  amber: "border-amber/40 bg-amber-wash",
  rust: "border-rust/40 bg-rust-wash",
  moss: "border-moss/40 bg-moss-wash",
} as const;

/** A notice to read first. `alert` for a failure that has just happened. */
export function Callout({
  tone = "plain",
  title,
  alert = false,
  id,
  children,
}: {
  tone?: keyof typeof TONES;
  title?: string;
  alert?: boolean;
  id?: string;
  children: ReactNode;
}) {
  return (
    <div id={id} role={alert ? "alert" : undefined} className={`rounded-md border px-4 py-3 ${TONES[tone]}`}>
      {title && <p className="font-semibold">{title}</p>}
      <div className={`space-y-1.5 text-base text-ink-soft ${title ? "mt-1" : ""}`}>{children}</div>
    </div>
  );
}
