import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { SkillFolder } from "@/db/import/find-skills";
import { NO_FRONT_MATTER } from "@/lib/skills/front-matter";
import { parseSkillFile, type SkillFile, sizeRefusal } from "@/lib/skills/parse-skill-file";

export type FileRefusal = { path: string; reason: string };
export type ReadFile = { path: string; skill: SkillFile };

/** A skill folder as read: its newest file, older ones before it, and what was refused or left out. */
export type ReadSkill = {
  /** What a later import knows the skill by; holds nothing of where the root lies. */
  source_path: string;
  newest: ReadFile;
  older: ReadFile[];
  refused: FileRefusal[];
  notes: FileRefusal[];
};

/** Reads a skill folder. Without a readable SKILL.md there is no skill, and `refused` says why. */
export function readSkill({
  folder,
  relative,
  versions,
}: SkillFolder): ReadSkill | { newest: null; refused: FileRefusal[] } {
  const newest = readOne(path.join(folder, "SKILL.md"));
  if ("reason" in newest) return { newest: null, refused: [newest] };
  const { name } = newest.skill;
  const read: ReadSkill = {
    // The Agent Skills form asks for folder = name. Where they differ the name tells two skills at one path apart.
    source_path: relative.split("/").at(-1) === name ? relative : `${relative} (${name})`,
    newest,
    older: [],
    refused: [],
    notes: newest.skill.notes.map((reason) => ({ path: newest.path, reason })),
  };
  for (const file of versions) {
    const older = readOne(file);
    // A folder of that name may hold other texts, which make no claim to be skills.
    if ("reason" in older) (older.reason === NO_FRONT_MATTER ? read.notes : read.refused).push(older);
    else if (older.skill.name !== name)
      read.notes.push({ path: file, reason: `not a version of ${name}: its name is ${older.skill.name}` });
    else {
      read.older.push(older);
      read.notes.push(...older.skill.notes.map((reason) => ({ path: file, reason })));
    }
  }
  return read;
}

function readOne(file: string): ReadFile | FileRefusal {
  try {
    const { size, isFile } = statOf(file);
    // A pipe named SKILL.md would be waited for without end.
    if (!isFile) return { path: file, reason: "not a regular file" };
    const tooLarge = sizeRefusal(size);
    if (tooLarge) return { path: file, reason: tooLarge };
    const parsed = parseSkillFile(readFileSync(file));
    return parsed.ok ? { path: file, skill: parsed.skill } : { path: file, reason: parsed.reason };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return { path: file, reason: `file cannot be read (${error.code})` };
  }
}

function statOf(file: string): { size: number; isFile: boolean } {
  const stat = statSync(file);
  return { size: stat.size, isFile: stat.isFile() };
}
