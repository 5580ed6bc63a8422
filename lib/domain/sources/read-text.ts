import { createHash } from "node:crypto";
import { type Beside, keepFiles } from "@/lib/domain/publishing/files-beside";
import type { SkillFile as VersionFile } from "@/lib/domain/publishing/version-files";
import { parseSkillFile, type SkillFile } from "@/lib/domain/skills/parse-skill-file";
import { spdxOf } from "@/lib/domain/skills/spdx";
import { allowsCopying } from "@/lib/domain/sources/allows-copying";

/** A SKILL.md as it was read, with the files that come along, its licence, and the digest of all by which it is known. */
export type ReadText = { skill: SkillFile; files: VersionFile[]; license: string | null; text_sha256: Buffer };

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
  { title, description, markdown }: Pick<SkillFile, "title" | "description" | "markdown">,
  files: readonly VersionFile[],
): Buffer {
  const hash = createHash("sha256").update(JSON.stringify([title, description, markdown]));
  for (const { path, bytes } of files)
    hash.update(JSON.stringify(path)).update(createHash("sha256").update(bytes).digest());
  return hash.digest();
}
