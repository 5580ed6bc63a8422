import type { Release } from "@/db/queries/technologies";
import type { ReleaseState } from "@/db/queries/version-origins";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { SkillFile as VersionFile } from "@/lib/domain/publishing/version-files";
import type { SkillFile } from "@/lib/domain/skills/parse-skill-file";

/** Skills of a repository or a folder that are read. */
export const SKILLS_MAX = 2_000;
/** Of the texts and files of all its skills, which are in memory together. */
export const COLLECTED_BYTES_MAX = 64 * 1_048_576;

/** A text as a source has it: what it says, where it was read, and for which versions it holds. */
export type FoundText = {
  skill: SkillFile;
  /** The other files of its folder. */
  files: VersionFile[];
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
