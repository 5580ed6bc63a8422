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
  children,
}: {
  tone?: keyof typeof TONES;
  title?: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div role={alert ? "alert" : undefined} className={`rounded-md border px-4 py-3 ${TONES[tone]}`}>
      {title && <p className="font-semibold">{title}</p>}
      <div className={`space-y-1.5 text-base text-ink-soft ${title ? "mt-1" : ""}`}>{children}</div>
    </div>
  );
}

/** An empty list: says why it is empty, and what to do. */
export function EmptyState({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="rounded-lg border border-line border-dashed px-6 py-10 text-center">
      <p className="font-semibold text-lg">{title}</p>
      <div className="mx-auto mt-1 max-w-lg text-ink-soft">{children}</div>
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
