import { findSkills, LIBRARY } from "@/db/import/find-skills";
import { readSkill } from "@/db/import/read-skill";
import type { SkillFile } from "@/lib/skills/parse-skill-file";

/** The newest version of each skill of the starter library, read as by the import. */
export function librarySkills(): SkillFile[] {
  return findSkills(LIBRARY).skills.flatMap((folder) => {
    const { newest } = readSkill(folder);
    return newest ? [newest.skill] : [];
  });
}
