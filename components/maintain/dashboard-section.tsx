import { type ReactNode, useEffect, useRef } from "react";

/** The decision just made in a section. Each is a new object, even with the same text. */
export type SaidNow = { text: string };

/**
 * A section of the moderation dashboard: its heading with the number waiting, the decision just made, and the content.
 */
export function DashboardSection({
  id,
  title,
  waiting,
  said,
  busy = false,
  children,
}: {
  id: string;
  title: string;
  waiting?: string | null;
  said: SaidNow | null;
  busy?: boolean;
  children: ReactNode;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  // The form of the decision is gone or has another subject, so the focus moves to the notice.
  useEffect(() => {
    if (said) note.current?.focus();
  }, [said]);
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} aria-busy={busy} className="mt-14 outline-none">
      <h2 id={`${id}-title`} className="text-2xl">
        {title} {waiting && <span className="font-normal text-ink-soft text-lg">{waiting}</span>}
      </h2>
      <p
        ref={note}
        role="status"
        tabIndex={-1}
        className={said ? "mt-4 rounded-md border border-moss/40 bg-moss-wash px-4 py-3 outline-none" : "sr-only"}
      >
        {said?.text}
      </p>
      {children}
    </section>
  );
}
