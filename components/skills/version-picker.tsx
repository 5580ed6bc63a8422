import { ChevronDown } from "lucide-react";
import { pathOf } from "@/components/address";
import type { VersionInList } from "@/components/skills/version-states";
import { day } from "@/components/ui/relative-time";

/** The state of a version in a word. */
function shortly({ state, is_selected, successor }: VersionInList): string {
  if (state === "withdrawn" || state === "candidate" || state === "waiting") return state;
  if (is_selected) return "current";
  return successor ? "superseded" : "older";
}

/** The shown version, with links to all others. Opens without JavaScript. */
export function VersionPicker({ versions, current }: { versions: VersionInList[]; current: string }) {
  const shown = versions.find(({ version_id }) => version_id === current);
  if (!shown) return null;
  return (
    <details className="no-print group relative">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 py-0.5 text-base hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="shrink-0 font-semibold">Version {shown.ordinal}</span>
        <span className="text-ink-soft">· {shortly(shown)}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        <span className="sr-only">Choose another version</span>
      </summary>
      <ul className="absolute end-0 z-10 mt-1 max-h-80 w-72 max-w-[calc(100vw-2.5rem)] overflow-y-auto rounded-md border border-line-strong bg-surface py-1 shadow-lg">
        {versions.map((version) => (
          <li key={version.version_id}>
            <a
              href={pathOf(version.canonical_url)}
              aria-current={version.version_id === current ? "true" : undefined}
              className="block px-3 py-1.5 text-base hover:bg-sunken aria-[current]:bg-moss-wash"
            >
              <span className="font-semibold">Version {version.ordinal}</span>{" "}
              <bdi className="text-ink-soft">{version.standing}</bdi>
              <span className="label block">{day(version.created_at)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
