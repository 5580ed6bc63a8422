import { pathOf } from "@/components/path-of";
import type { Subject } from "@/components/skills/skill-tabs";
import type { VersionInList } from "@/components/skills/version-states";
import { withReader } from "@/components/skills/with-reader";
import { Callout } from "@/components/ui/callout";

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
