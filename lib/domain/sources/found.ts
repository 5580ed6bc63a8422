import { createHash } from "node:crypto";
import type { Release } from "@/db/queries/technologies";
import type { ReleaseState } from "@/db/queries/version-origins";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { type Beside, keepFiles } from "@/lib/domain/import/files-beside";
import type { SkillFile } from "@/lib/domain/publishing/version-files";
import { allowsCopying, spdxOf } from "@/lib/domain/skills/licenses";
import { type ParsedSkill, parseSkillFile } from "@/lib/domain/skills/parse-skill-file";
import { grouped } from "@/lib/platform/words";

/** Skills of a repository or a folder that are read. */
export const SKILLS_MAX = 2_000;
/** Of the texts and files of all its skills, which are in memory together. */
export const COLLECTED_BYTES_MAX = 64 * 1_048_576;

/** Why a skill is not read that comes after so much. */
export const TOO_MUCH_BEFORE = `the skills before it have ${COLLECTED_BYTES_MAX / 1_048_576} MiB together`;

/** The line of a report for a place with more skills than are read. */
export function tooMany(path: string, skills: number): Refused {
  return { path, reason: `has ${grouped(skills)} skills; only the first ${grouped(SKILLS_MAX)} are read` };
}

/** A text as a source has it: what it says, where it was read, and for which versions it holds. */
export type FoundText = {
  skill: ParsedSkill;
  /** The other files of its folder. */
  files: SkillFile[];
  text_sha256: Buffer;
  release: string | null;
  release_state: ReleaseState;
  commit: string | null;
  license: string | null;
  repository: string | null;
  applicability: ApplicabilityEntry[];
  /** The source paths of the skills that it builds on. */
  requires: string[];
};
/** A skill with its texts, oldest first. */
export type FoundSkill = { source_path: string; path: string; texts: FoundText[] };
export type Refused = { path: string; reason: string };
export type Collected = {
  skills: FoundSkill[];
  refused: Refused[];
  notes: Refused[];
  /** Releases that exist: versions of others are marked. Null where the source has none. */
  releases: { deprecated: string[]; published: string[] } | null;
  /** The newest release of the technology. */
  newest: Release | null;
};

/** Whether a path may be shown and stored: short, without characters of control, and leading nowhere else. */
export function isPlainPath(path: string): boolean {
  return path.length <= 300 && !/[\\\p{C}\ufffd]/u.test(path) && !/(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)/i.test(path);
}

/** What a source could not do, in words for its report. */
export class SourceFailure extends Error {}

const CHARACTERS_MAX = 2_000;

/** Words of a source, or of a program that reads it, as a report stores them: short, without what nobody sees. */
export function shown(words: string, charactersMax = CHARACTERS_MAX): string {
  return words.slice(0, charactersMax).replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]/gu, "?");
}

/** A SKILL.md as it was read, with the files that come along, its licence, and the digest of all by which it is known. */
export type ReadText = { skill: ParsedSkill; files: SkillFile[]; license: string | null; text_sha256: Buffer };

/**
 * Reads a SKILL.md and what lies beside it. Its own licence counts before the one around it. Files that a version cannot
 * carry are left out with a note; a folder with too much is refused, unless its licence allows no copy of it anyway.
 */
export function readText(
  markdown: Uint8Array,
  beside: readonly Beside[],
  around: string | null,
): ReadText | { reason: string } {
  const parsed = parseSkillFile(markdown);
  if (!parsed.ok) return parsed;
  const { skill } = parsed;
  const license = skill.license === null ? around : spdxOf(skill.license);
  const kept = keepFiles(beside);
  if ("refused" in kept && allowsCopying(license)) return { reason: kept.refused };
  const { files, notes } = "refused" in kept ? { files: [], notes: [] } : kept;
  return {
    skill: { ...skill, notes: [...notes, ...skill.notes] },
    files,
    license,
    text_sha256: digestOf(skill, files),
  };
}

/** Of a text with its files: the next run knows by it what is stored. */
export function digestOf(
  { title, description, markdown }: Pick<ParsedSkill, "title" | "description" | "markdown">,
  files: readonly SkillFile[],
): Buffer {
  const hash = createHash("sha256").update(JSON.stringify([title, description, markdown]));
  for (const { path, bytes } of files)
    hash.update(JSON.stringify(path)).update(createHash("sha256").update(bytes).digest());
  return hash.digest();
}

export type Running = {
  /** Whether the caller still holds the source's lease: each step is taken only while it does. */
  isHeld: () => boolean;
  signal: AbortSignal;
};
