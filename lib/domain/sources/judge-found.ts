import type { VersionContent } from "@/db/queries/publishing";
import type { SourceColumns } from "@/db/queries/versions";
import { judgeSkillFile } from "@/lib/domain/import/judge-skill-file";
import { originOf } from "@/lib/domain/skills/origin";
import type { FoundSkill, FoundText } from "@/lib/domain/sources/found";
import { contentOf, type Following } from "@/lib/domain/sources/store-found";
import { env } from "@/lib/platform/env";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

export type JudgedText =
  | {
      ok: true;
      content: VersionContent;
      source: SourceColumns;
      risk_labels: string[];
      risks: string[];
      /** Why the version waits; empty for one that does not. */
      waits_for: string[];
    }
  | { ok: false; reason: string };

/** Judges the whole text of a source like any other: refused, waiting for a maintainer, or neither. */
export async function judgeFound(source: Following, { path }: FoundSkill, text: FoundText): Promise<JudgedText> {
  const content = contentOf(source, path, text);
  const judged = await judgeSkillFile(text.skill, content.files ?? [], true);
  if (!judged.ok) return judged;
  const { repository, license, commit, skill } = text;
  const { source_author } = await originOf(skill.claimed);
  // A package's manifest names it, which nobody has judged.
  const source_repository = repository && (await judgePublicText(repository)).length === 0 ? repository : null;
  return {
    ok: true,
    content,
    source: { source_repository, source_commit: commit, source_license: license, source_author },
    risk_labels: judged.risk_labels,
    risks: judged.risks,
    waits_for: env().QUARANTINE === "off" ? [] : judged.risks,
  };
}
