import { judgeSkillFile } from "@/lib/domain/import/judge-skill-file";
import type { FileRefusal, ReadFile, ReadSkill } from "@/lib/domain/import/read-skill";
import type { Incoming } from "@/lib/domain/import/store-skill";
import type { Surroundings } from "@/lib/domain/import/surroundings";
import { originOf } from "@/lib/domain/skills/origin";

/**
 * Judges the versions of a skill and prepares them for storing, oldest first. `versions` is null if the newest is
 * refused: the skill is then not imported.
 */
export async function judgeVersions(
  { older, newest, surroundings }: ReadSkill,
  options: { acceptHeld: boolean; reviewNotes: boolean },
): Promise<{ versions: Incoming[] | null; refusals: FileRefusal[] }> {
  const versions: Incoming[] = [];
  const refusals: FileRefusal[] = [];
  for (const file of [...older, newest]) {
    const judged = await judgeSkillFile(file.skill, options.acceptHeld);
    if (judged.ok) {
      versions.push(await incoming(file, surroundings, judged.risk_labels, options.reviewNotes));
      continue;
    }
    refusals.push({ path: file.path, reason: judged.reason });
    if (file === newest) return { versions: null, refusals };
  }
  return { versions, refusals };
}

async function incoming(
  { skill }: ReadFile,
  surroundings: Surroundings,
  risk_labels: string[],
  reviewNotes: boolean,
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
  };
  const source = await originOf(skill.claimed, surroundings);
  return { name: skill.name, content, source, risk_labels, review: reviewNotes ? skill.review : null };
}
