import { read } from "@/db/client";
import { filesOfVersion } from "@/db/queries/files";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { textFiles } from "@/lib/domain/publishing/version-files";
import { cache } from "@/lib/platform/lru";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";

const KEPT_BYTES_MAX = 8_000_000;

/** What the rules find in a readable version and its files. Judged once per process: the files may be a mebibyte. */
export async function findingsOfVersion(version: SkillVersion): Promise<SkillFinding[]> {
  const { version_id } = version;
  const kept = cache<SkillFinding[]>("findings-of-versions", KEPT_BYTES_MAX);
  const known = kept.get(version_id);
  if (known) return known;
  const files = version.files.length > 0 ? textFiles(await read((sql) => filesOfVersion(sql, version_id))) : [];
  const { findings } = await judgeSkill({ ...version, files });
  kept.set(version_id, findings);
  return findings;
}
