import { pathOf, type Reader, withReader } from "@/components/address";
import { Applicability } from "@/components/skills/applicability";
import { VERDICTS } from "@/components/skills/fit-box";
import { meaningOf, STATE_TONES, type VersionInList } from "@/components/skills/version-states";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";

type Listed = VersionInList & { verdict: keyof typeof VERDICTS | null };

/** All versions of a skill, newest first: changes, applicability, state, and a comparison with the previous one. */
export function VersionList({
  versions,
  compare_path,
  reader,
  now,
}: {
  versions: Listed[];
  compare_path: string;
  reader: Reader;
  now: number;
}) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="text-xl">
        {versions.length === 1 ? "One version" : `${versions.length} versions`}
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        A version never changes. Readers who give a technology and version get the compatible one; everyone else gets
        the current one.
      </p>
      <ol className="mt-6">
        {versions.map((version, place) => {
          const before = versions.slice(place + 1).find(({ state }) => state !== "withdrawn");
          const comparable = before && version.state !== "withdrawn";
          return (
            <li key={version.version_id} className="relative border-line border-s ps-6 pb-9 last:pb-0">
              <span
                aria-hidden="true"
                className={`absolute -start-[7px] top-2 size-3.5 rounded-full border-2 border-paper ${version.is_selected ? "bg-moss" : "bg-line-strong"}`}
              />
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <a className="link font-semibold text-lg" href={withReader(pathOf(version.canonical_url), reader)}>
                  Version {version.ordinal}
                </a>
                <Badge tone={STATE_TONES[version.state]}>
                  <bdi>{version.standing}</bdi>
                </Badge>
                {version.verdict && (
                  <Badge tone={VERDICTS[version.verdict].tone}>{VERDICTS[version.verdict].text}</Badge>
                )}
                <span className="text-base text-ink-soft">
                  <RelativeTime at={version.created_at} now={now} />
                </span>
              </p>
              <p dir="auto" className="mt-1.5 max-w-2xl">
                {version.title}
              </p>
              <p dir="auto" className="mt-1 max-w-2xl whitespace-pre-line text-ink-soft">
                {version.change_summary}
              </p>
              <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 text-base">
                <Applicability entries={version.applicability} />
                {comparable && (
                  <a className="link" href={`${bare(compare_path)}?from=${before.version_id}&to=${version.version_id}`}>
                    Changes since version {before.ordinal}
                  </a>
                )}
              </div>
              {version.state !== "selected" && <p className="mt-2 text-ink-soft text-sm">{meaningOf(version)}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function bare(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
