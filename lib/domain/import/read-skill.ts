import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { SkillFolder } from "@/lib/domain/import/find-skills";
import { readSurroundings, type Surroundings } from "@/lib/domain/import/surroundings";
import { NO_FRONT_MATTER } from "@/lib/domain/skills/front-matter";
import { parseSkillFile, type SkillFile, sizeRefusal } from "@/lib/domain/skills/parse-skill-file";

export type FileRefusal = { path: string; reason: string };
export type ReadFile = { path: string; skill: SkillFile };

/** A skill folder as read: its newest file, the older ones before it, and any refused or omitted files. */
export type ReadSkill = {
  /** Identifies the skill in later imports, independent of the root's location. */
  source_path: string;
  newest: ReadFile;
  older: ReadFile[];
  refused: FileRefusal[];
  notes: FileRefusal[];
  surroundings: Surroundings;
  /** The name of the imported root, and the folder's path under it. */
  place: { root: string; path: string };
};

/**
 * Reads a skill folder. Without a readable SKILL.md there is no skill; `refused` has the reason. With `checkout` it also
 * reads which repository and commit the folder was checked out from.
 */
export function readSkill(
  { root, folder, relative, versions, beside }: SkillFolder,
  options: { checkout: boolean } = { checkout: false },
): ReadSkill | { newest: null; refused: FileRefusal[] } {
  const newest = readOne(path.join(folder, "SKILL.md"));
  if ("reason" in newest) return { newest: null, refused: [newest] };
  const { name } = newest.skill;
  const read: ReadSkill = {
    // The Agent Skills format requires folder = name. If they differ, the name distinguishes two skills with one path.
    source_path: relative.split("/").at(-1) === name ? relative : `${relative} (${name})`,
    newest,
    older: [],
    refused: [],
    surroundings: readSurroundings(folder, { root, ...options }),
    place: { root: path.basename(root), path: relative },
    notes: [...besideNote(beside), ...newest.skill.notes].map((reason) => ({ path: newest.path, reason })),
  };
  for (const file of versions) {
    const older = readOne(file);
    // A folder of that name may contain other texts that are not skills.
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

const NAMED_MAX = 5;

/** Says which files of a skill are not imported: a skill here is one text. */
function besideNote(beside: readonly string[]): string[] {
  if (beside.length === 0) return [];
  const more = beside.length > NAMED_MAX ? ` and ${beside.length - NAMED_MAX} more` : "";
  return [`not imported, because a skill is one text: ${beside.slice(0, NAMED_MAX).join(", ")}${more} beside it`];
}

function readOne(file: string): ReadFile | FileRefusal {
  try {
    const { size, isFile } = statOf(file);
    // Reading a pipe named SKILL.md would block forever.
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
