import type { ReactNode } from "react";

/** An empty list: says why it is empty, and what to do. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="rounded-lg border border-line border-dashed px-6 py-10 text-center">
      <p className="font-semibold text-lg">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-lg text-ink-soft">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
