import { pathOf } from "@/components/path-of";
import { RelativeTime } from "@/components/ui/relative-time";
import type { VersionSummary } from "@/lib/contract/public/resources";

const STATES: Record<VersionSummary["state"], string> = {
  selected: "selected",
  published: "earlier",
  candidate: "candidate, not selected",
  withdrawn: "withdrawn",
};

/** Every version of a skill, newest first; each is a permalink. */
export function VersionList({ versions, current, now }: { versions: VersionSummary[]; current: string; now: number }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-4 text-xl">
        Versions
      </h2>
      <ol className="space-y-3">
        {versions.map((version) => (
          <li
            key={version.version_id}
            className={`border-s-2 ps-3 ${version.version_id === current ? "border-moss" : "border-line"}`}
          >
            <a
              href={pathOf(version.canonical_url)}
              aria-current={version.version_id === current ? "true" : undefined}
              className="link aria-[current]:font-semibold"
            >
              Version {version.ordinal}
            </a>{" "}
            <span className="text-ink-soft">{STATES[version.state]}</span>
            <p className="label mt-0.5">
              <RelativeTime at={version.created_at} now={now} />
            </p>
            <p dir="auto" className="mt-0.5 line-clamp-3 text-ink-soft text-sm">
              {version.change_summary}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
