import { address, pathOf, type Reader, withReader } from "@/components/address";
import type { Subject } from "@/components/skills/skill-tabs";
import type { VersionInList } from "@/components/skills/version-states";
import { Callout } from "@/components/ui/callout";
import type { Quarantine } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { waitingInWords } from "@/lib/contract/waiting-in-words";

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
