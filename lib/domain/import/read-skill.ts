import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { SkillFolder } from "@/lib/domain/import/find-skills";
import { readBeside } from "@/lib/domain/import/read-beside";
import { splitSkill } from "@/lib/domain/import/split-skill";
import { type KnownLicenses, readSurroundings, type Surroundings } from "@/lib/domain/import/surroundings";
import {
  checkSkillFiles,
  inOrder,
  problemInWords,
  type SkillFile as VersionFile,
} from "@/lib/domain/publishing/version-files";
import { NO_FRONT_MATTER } from "@/lib/domain/skills/front-matter";
import { parseSkillFile, type SkillFile, sizeRefusal } from "@/lib/domain/skills/parse-skill-file";

export type FileRefusal = { path: string; reason: string };
export type ReadFile = { path: string; skill: SkillFile };
export type ReadOptions = {
  /** Also read which repository and commit the folder was checked out from. */
  checkout?: boolean;
  /** Move the later sections of a text that is too long to files. */
  split?: boolean;
  /** Licence files that this run has read. */
  known?: KnownLicenses | undefined;
};

/** A skill folder as read: its newest file, the older ones before it, and any refused or omitted files. */
export type ReadSkill = {
  /** Identifies the skill in later imports, independent of the root's location. */
  source_path: string;
  newest: ReadFile;
  /** The files of the newest version. */
  files: VersionFile[];
  older: ReadFile[];
  refused: FileRefusal[];
  notes: FileRefusal[];
  surroundings: Surroundings;
  /** The name of the imported root, and the folder's path under it. */
  place: { root: string; path: string };
};

/**
 * Reads a skill folder: its texts and the files beside them. Without a readable SKILL.md there is no skill; `refused` has
 * the reason.
 */
export function readSkill(
  { root, folder, relative, versions, beside }: SkillFolder,
  { checkout = false, split = false, known }: ReadOptions = {},
): ReadSkill | { newest: null; refused: FileRefusal[] } {
  const file = path.join(folder, "SKILL.md");
  const own = readBeside(folder, beside);
  if ("refused" in own) return { newest: null, refused: [{ path: file, reason: own.refused }] };
  const newest = readOne(file, split ? own.files.map((each) => each.path) : null);
  if ("reason" in newest) return { newest: null, refused: [newest] };
  const files = inOrder([...own.files, ...newest.skill.moved]);
  const [problem] = checkSkillFiles(files);
  if (problem) return { newest: null, refused: [{ path: file, reason: problemInWords(problem) }] };
  const { name } = newest.skill;
  const read: ReadSkill = {
    // The Agent Skills format requires folder = name. If they differ, the name distinguishes two skills with one path.
    source_path: relative.split("/").at(-1) === name ? relative : `${relative} (${name})`,
    newest,
    files,
    older: [],
    refused: [],
    surroundings: readSurroundings(folder, { root, checkout, known }),
    place: { root: path.basename(root), path: relative },
    notes: [...own.notes, ...newest.skill.notes].map((reason) => ({ path: newest.path, reason })),
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

/** `taken` are the paths that moved sections must not have; null when nothing may be moved. */
function readOne(file: string, taken: string[] | null = null): ReadFile | FileRefusal {
  try {
    const { size, isFile } = statOf(file);
    // Reading a pipe named SKILL.md would block forever.
    if (!isFile) return { path: file, reason: "not a regular file" };
    const tooLarge = sizeRefusal(size, taken !== null);
    if (tooLarge) return { path: file, reason: tooLarge };
    const split = taken === null ? undefined : (markdown: string) => splitSkill(markdown, taken);
    const parsed = parseSkillFile(readFileSync(file), split);
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
