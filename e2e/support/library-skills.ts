import { findSkills, LIBRARY } from "@/lib/domain/import/find-skills";
import { readSkill } from "@/lib/domain/import/read-skill";
import type { SkillFile } from "@/lib/domain/skills/parse-skill-file";

/** The newest version of each skill of the starter library, read as by the import. */
export function librarySkills(): SkillFile[] {
  return findSkills(LIBRARY).skills.flatMap((folder) => {
    const { newest } = readSkill(folder);
    return newest ? [newest.skill] : [];
  });
}
