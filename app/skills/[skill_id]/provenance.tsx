import { ProblemState } from "@/app/problem-state";
import { loadProvenance, loadVersion } from "@/app/skills/[skill_id]/load-skill";
import type { Opened } from "@/app/skills/[skill_id]/open-skill";
import { viewPage } from "@/app/skills/[skill_id]/view-page";
import { Checks } from "@/components/skills/checks";
import { Provenance as ProvenanceView } from "@/components/skills/provenance";
import { tabPath } from "@/components/skills/skill-tabs";
import { UsedIn } from "@/components/skills/used-in";
import { findingsOfVersion } from "@/lib/domain/skills/findings-of-version";

export const provenancePage = viewPage("provenance", "Provenance", (skill) => <Provenance opened={skill} />);

/** A version's source, its passed checks, and its uses. A withdrawn version is shown as withdrawn, without its text. */
async function Provenance({ opened: { subject, versions } }: { opened: Opened }) {
  const { skill_id, version_id } = subject;
  const [{ problem, value }, version] = await Promise.all([
    loadProvenance({ kind: "skill_version", skill_id, version_id }),
    loadVersion(skill_id, version_id),
  ]);
  if (problem) return <ProblemState problem={problem} retry={tabPath(subject, "provenance")} />;
  const findings = version.value ? await findingsOfVersion(version.value) : null;
  const now = Date.now();
  return (
    <div className="page-column space-y-10">
      <ProvenanceView
        provenance={value}
        base={versions.find((one) => one.version_id === value.base_version_id) ?? null}
        sha256={version.value?.content_sha256 ?? null}
      />
      <Checks findings={findings} title={subject.title} />
      <UsedIn uses={value.used_in} now={now} />
    </div>
  );
}
