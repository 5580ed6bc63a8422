import type { ReactNode } from "react";

export type Tone = "plain" | "moss" | "amber" | "rust";

const TONES: Record<Tone, string> = {
  plain: "bg-sunken text-ink-soft",
  moss: "bg-moss-wash text-moss-strong",
  amber: "bg-amber-wash text-amber",
  rust: "bg-rust-wash text-rust",
};

/** A state in a word or two. */
export function Badge({ tone = "plain", icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-medium text-sm forced-colors:border ${TONES[tone]}`}
    >
      {icon}
      <span>{children}</span>
    </span>
  );
}
