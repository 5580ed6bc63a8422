import { type ReactNode, useEffect, useRef } from "react";

/** What has just been decided in a section of the desk. Another one is another object, also with the same words. */
export type SaidNow = { text: string };

/** A part of the desk: its heading, with how many wait, what was decided in it just now, and the rest. */
export function DeskSection({
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
  // The form that was decided with is gone, or about something else: what is said stands where the reader goes on.
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
