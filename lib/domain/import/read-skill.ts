import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { MARKDOWN_BYTES_MAX } from "@/lib/contract/primitives";
import { readBeside } from "@/lib/domain/import/files-beside";
import type { SkillFolder } from "@/lib/domain/import/find-skills";
import { type KnownLicenses, readSurroundings, type Surroundings } from "@/lib/domain/import/surroundings";
import { slugFrom } from "@/lib/domain/publishing/publish-version";
import {
  checkSkillFiles,
  inOrder,
  problemInWords,
  type SkillFile,
  TEXT_FILE_BYTES_MAX,
} from "@/lib/domain/publishing/version-files";
import { NO_FRONT_MATTER } from "@/lib/domain/skills/front-matter";
import { type ParsedSkill, parseSkillFile, sizeRefusal } from "@/lib/domain/skills/parse-skill-file";
import { readFences } from "@/lib/text/markdown/lines";

export type FileRefusal = { path: string; reason: string };
export type ReadFile = { path: string; skill: ParsedSkill };
type ReadOptions = {
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
  files: SkillFile[];
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

type Section = { heading: string; text: string };

const DEEPEST = 6;

/**
 * Moves the later sections of a text that is too long for one SKILL.md to files in `references/`, by its headings, and
 * ends the text with links to them. A section of the second level that is too long for a file is moved in the sections
 * below it. Null when a text cannot be split so.
 */
export function splitSkill(
  markdown: string,
  taken: readonly string[] = [],
): { markdown: string; files: SkillFile[] } | null {
  const sections = sectionsThatFit(markdown);
  // As many as fit together with the list of the others.
  for (let kept = sections.length - 1; kept > 0; kept -= 1) {
    const files = filesOf(sections.slice(kept), taken);
    const start = sections.slice(0, kept).map(({ text }) => text);
    const whole = `${start.join("").trimEnd()}\n\n${listOf(files)}`;
    if (Buffer.byteLength(whole) > MARKDOWN_BYTES_MAX) continue;
    return files.some(({ bytes }) => bytes.byteLength > TEXT_FILE_BYTES_MAX)
      ? null
      : { markdown: whole, files: files.map(({ path, bytes }) => ({ path, bytes })) };
  }
  return null;
}

/** The sections of the second level; one that is too long for its place in those of deeper levels, if it has such. */
function sectionsThatFit(markdown: string): Section[] {
  let sections = sectionsOf(markdown, 2);
  for (let depth = 3; depth <= DEEPEST; depth += 1) {
    sections = sections.flatMap((section, place) => {
      const most = place === 0 ? MARKDOWN_BYTES_MAX / 2 : TEXT_FILE_BYTES_MAX;
      if (Buffer.byteLength(section.text) <= most) return [section];
      const [first, ...others] = sectionsOf(section.text, depth);
      return [{ heading: section.heading, text: first?.text ?? "" }, ...others];
    });
  }
  return sections;
}

function filesOf(moved: readonly Section[], taken: readonly string[]) {
  const names = new Set(taken.map((path) => path.toLowerCase()));
  return moved.map(({ heading, text }) => ({
    path: freePath(heading, names),
    heading,
    bytes: Buffer.from(`${seenFromReferences(text).trimEnd()}\n`),
  }));
}

/** The text in sections, each from its heading on; the first one is what stands before the second heading. */
function sectionsOf(markdown: string, depth: number): Section[] {
  const { kindOf } = readFences();
  const heading = new RegExp(`^ {0,3}#{1,${depth}}[ \\t]+(\\S.*?)[ \\t]*#*$`);
  const sections: Section[] = [{ heading: "", text: "" }];
  for (const line of markdown.split(/(?<=\n)/)) {
    const found = kindOf(line.trimEnd()) === "text" ? heading.exec(line.trimEnd()) : null;
    const last = sections.at(-1);
    if (found && last && last.text.trim() !== "") sections.push({ heading: found[1] ?? "", text: line });
    else if (last) last.text += line;
  }
  return sections;
}

function freePath(heading: string, names: Set<string>): string {
  const slug = slugFrom(heading);
  for (let count = 1; ; count += 1) {
    const path = `references/${slug}${count === 1 ? "" : `-${count}`}.md`;
    if (names.has(path)) continue;
    names.add(path);
    return path;
  }
}

/** Relative links lead from the folder of the files to the same places. */
function seenFromReferences(text: string): string {
  return text.replace(/(\]\()(?![a-z][a-z0-9+.-]*:|[/#<])(?=[^\s)])/gi, "$1../");
}

function listOf(files: ReadonlyArray<{ path: string; heading: string }>): string {
  const lines = files.map(({ path, heading }) => `- [${heading.replace(/[[\]\\]/g, "\\$&")}](${path})`);
  return `## More sections\n\nThis text was too long for one file. Its later sections are in files of their own:\n\n${lines.join("\n")}\n`;
}
