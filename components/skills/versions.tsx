import { address, pathOf, type Reader, withReader } from "@/components/address";
import { Applicability } from "@/components/skills/applicability";
import { VERDICTS } from "@/components/skills/fit-box";
import type { Subject } from "@/components/skills/skill-tabs";
import { Badge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Quarantine } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { waitingInWords } from "@/lib/contract/skill-in-words";

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

/** A version in the list of its skill. */
export type VersionInList = VersionSummary & {
  /** Its place in a few words, such as "for next.js >=14 <15" or "superseded by version 4". */
  standing: string;
  /** The version that supersedes it; null while none does. */
  successor: Pick<VersionSummary, "version_id" | "ordinal" | "title" | "canonical_url"> | null;
};

/** The colour of each state. */
const STATE_TONES: Record<VersionSummary["state"], Tone> = {
  selected: "moss",
  published: "plain",
  candidate: "amber",
  waiting: "amber",
  withdrawn: "rust",
};

/** What the state of a version means to a reader. */
function meaningOf({ state, successor }: VersionInList): string {
  if (successor && state !== "withdrawn" && state !== "waiting")
    return `Version ${successor.ordinal} covers all that this one covers.`;
  switch (state) {
    case "selected":
      return "Shown when no version is given.";
    case "published":
      return "Shown to readers whose version is compatible.";
    case "candidate":
      return "Not selected yet, so search does not offer it.";
    case "waiting":
      return "Waits for a maintainer; found at its own address only.";
    case "withdrawn":
      return "Only the decision is shown, not the content.";
  }
}

/** On the permalink of a version: what it is for, what supersedes it, and the way to the skill's own page. What waits says so itself. */
export function VersionNotice({ subject, versions }: { subject: Subject; versions: VersionInList[] }) {
  const version = versions.find(({ version_id }) => version_id === subject.version_id);
  if (!version) return null;
  const { ordinal, standing, successor } = version;
  const selected = versions.find(({ is_selected }) => is_selected);
  const own = (
    <a className="link" href={withReader(`/skills/${subject.skill_id}/${subject.slug}`, subject.reader)}>
      The skill&rsquo;s own page
    </a>
  );
  if (version.state === "waiting") return null;
  if (successor && version.state !== "withdrawn")
    return (
      <Callout tone="amber" title={`Superseded by version ${successor.ordinal}`}>
        <p>
          <a className="link" href={withReader(pathOf(successor.canonical_url), subject.reader)}>
            Version {successor.ordinal}: <bdi>{successor.title}</bdi>
          </a>{" "}
          covers all that this version covers.
        </p>
      </Callout>
    );
  if (version.state === "candidate")
    return (
      <Callout tone="amber" title="Candidate, not selected yet">
        {selected ? (
          <>
            Search does not offer it. {own} shows version {selected.ordinal}.
          </>
        ) : (
          "This skill has no current version."
        )}
      </Callout>
    );
  return (
    <Callout title={`Version ${ordinal}, ${standing}`}>
      This page always shows version {ordinal}.
      {version.is_selected ? (
        <> {own} follows the current version.</>
      ) : (
        selected && (
          <>
            {" "}
            {own} shows version {selected.ordinal} (<bdi>{selected.standing}</bdi>) unless another fits better.
          </>
        )
      )}
    </Callout>
  );
}

/** On the pages of a version that waits: since when, why, and what its author can do. */
export function WaitingNotice({ quarantine, appeal }: { quarantine: Quarantine; appeal: string }) {
  return (
    <Callout tone="amber" title="Waiting for a maintainer">
      <p>{waitingInWords(quarantine)}</p>
      <p>
        Its author can ask for a look, with their token: <code className="font-mono text-sm">POST {appeal}</code>.{" "}
        <a className="link" href="/waiting">
          Everything that waits
        </a>
      </p>
    </Callout>
  );
}

type Choice = { version: VersionSummary; fits: boolean; title: string; reasons: string[] };

/** Which version of a skill a reader sees and why, or that none fits what the reader named. */
export function ChoiceNotice({
  choice,
  reader,
  versions,
}: {
  choice: Choice;
  reader: Reader;
  versions: Array<VersionSummary & { standing: string }>;
}) {
  const { version, fits, title, reasons } = choice;
  const selected = versions.find(({ is_selected }) => is_selected);
  return (
    <Callout tone={fits ? "moss" : "amber"} title={title}>
      {reasons.map((reason) => (
        <p key={reason} dir="auto">
          {reason}
        </p>
      ))}
      {fits ? (
        <p>
          <a className="link" href={pathOf(version.canonical_url)}>
            Its permanent page
          </a>{" "}
          never shows another version.
          {selected && !version.is_selected && (
            <>
              {" "}
              Without your version, this page shows version {selected.ordinal} (<bdi>{selected.standing}</bdi>).
            </>
          )}
        </p>
      ) : (
        <p>
          <a className="link" href={address("/skills", reader)}>
            Other skills for <bdi>{[reader.technology, reader.version].filter(Boolean).join(" ")}</bdi>
          </a>
        </p>
      )}
    </Callout>
  );
}
