import { read } from "@/db/client";
import { filesOfVersion } from "@/db/queries/version-files";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { textFiles } from "@/lib/domain/publishing/version-files";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";

const KEPT_CHARACTERS_MAX = 4_000_000;

/** What the rules find in a readable version and its files. Judged once per process: the files may be a mebibyte. */
export async function findingsOfVersion(version: SkillVersion): Promise<SkillFinding[]> {
  const { version_id } = version;
  const kept = judged();
  const known = kept.get(version_id);
  if (known) return known;
  const files = version.files.length > 0 ? textFiles(await read((sql) => filesOfVersion(sql, version_id))) : [];
  const { findings } = await judgeSkill({ ...version, files });
  kept.set(version_id, findings);
  return findings;
}

function judged() {
  return singleton("findings-of-versions", () =>
    makeLru<SkillFinding[]>(KEPT_CHARACTERS_MAX, (findings) => JSON.stringify(findings).length),
  );
}
