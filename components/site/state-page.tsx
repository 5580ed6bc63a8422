import type { ReactNode } from "react";
import { Mark } from "@/components/site/mark";
import { buttonClass } from "@/components/ui/controls";

/** A page with a message instead of content: not found, gone, error. */
export function StatePage({
  label,
  title,
  children,
  actions,
}: {
  label: string;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="max-w-2xl py-6 sm:py-14">
      <Mark className="mb-6 size-12 text-line-strong" />
      <p className="label mb-2">{label}</p>
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-5 space-y-4 text-ink-soft text-lg">{children}</div>
      <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

/** Shown for a page that does not exist or has a missing subject. */
export function NothingHere() {
  return (
    <StatePage
      label="404 not_found"
      title="Page not found"
      actions={
        <>
          <a href="/skills" className={buttonClass("primary")}>
            Search skills
          </a>
          <a href="/threads" className={buttonClass("quiet")}>
            Browse threads
          </a>
        </>
      }
    >
      <p>There is no page at this address. If you followed a link, it may have been cut off: ids are long.</p>
    </StatePage>
  );
}
