import { judgeSkillFile } from "@/lib/domain/import/judge-skill-file";
import type { FileRefusal, ReadFile, ReadSkill } from "@/lib/domain/import/read-skill";
import type { Incoming } from "@/lib/domain/import/store-skill";
import type { Surroundings } from "@/lib/domain/import/surroundings";
import type { SkillFile } from "@/lib/domain/publishing/version-files";
import { originOf } from "@/lib/domain/skills/origin";

/**
 * Judges the versions of a skill and prepares them for storing, oldest first. `versions` is null if the newest is
 * refused: the skill is then not imported.
 */
export async function judgeVersions(
  { older, newest, files, surroundings }: ReadSkill,
  options: { acceptHeld: boolean; reviewNotes: boolean },
): Promise<{ versions: Incoming[] | null; refusals: FileRefusal[] }> {
  const versions: Incoming[] = [];
  const refusals: FileRefusal[] = [];
  for (const file of [...older, newest]) {
    // An older version is one file in versions/, which says nothing of others.
    const own = file === newest ? files : [];
    const judged = await judgeSkillFile(file.skill, own, options.acceptHeld);
    if (judged.ok) {
      const { risk_labels } = judged;
      versions.push(await incoming(file, { surroundings, risk_labels, files: own, reviewNotes: options.reviewNotes }));
      continue;
    }
    refusals.push({ path: file.path, reason: judged.reason });
    if (file === newest) return { versions: null, refusals };
  }
  return { versions, refusals };
}

async function incoming(
  { skill }: ReadFile,
  {
    surroundings,
    risk_labels,
    files,
    reviewNotes,
  }: { surroundings: Surroundings; risk_labels: string[]; files: SkillFile[]; reviewNotes: boolean },
): Promise<Incoming> {
  const {
    title,
    description,
    markdown,
    applicability,
    public_references,
    questions,
    change_summary,
    rationale,
    supporting_basis,
    license,
  } = skill;
  const content = {
    title,
    description,
    markdown,
    applicability,
    public_references,
    questions,
    change_summary,
    rationale,
    supporting_basis,
    license,
    files,
  };
  const source = await originOf(skill.claimed, surroundings);
  return { name: skill.name, content, source, risk_labels, review: reviewNotes ? skill.review : null };
}
