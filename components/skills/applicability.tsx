import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** A skill's version constraints in a line of text, such as "next.js >=16 <17 · react >=19". */
export function appliesTo(entries: ApplicabilityEntry[]): string {
  if (entries.length === 0) return "No version limits";
  return entries.map(({ technology, constraint }) => `${technology} ${constraint}`).join(" · ");
}

const SHOWN_MAX = 12;

/** A skill's version constraints as chips; says so when it has none. */
export function Applicability({ entries }: { entries: ApplicabilityEntry[] }) {
  if (entries.length === 0) return <span className="text-ink-soft">No version limits</span>;
  const shown = entries.slice(0, SHOWN_MAX);
  return (
    <ul aria-label="Applies to" className="flex flex-wrap gap-1.5">
      {shown.map((entry) => (
        <li
          key={`${entry.technology} ${entry.constraint}`}
          className="rounded-sm border border-line bg-surface px-2 py-0.5 font-mono text-ink-soft text-sm"
        >
          <bdi>{entry.technology}</bdi> <bdi className="text-ink">{entry.constraint}</bdi>
        </li>
      ))}
      {entries.length > shown.length && (
        <li className="px-1 py-0.5 text-ink-soft text-sm">and {entries.length - shown.length} more</li>
      )}
    </ul>
  );
}
