import type { SkillVersion } from "@/lib/contract/public/resources";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getSkillVersion } from "@/lib/domain/skills/get-skill-version";
import { judgeFit } from "@/lib/domain/skills/judge-fit";
import { understood } from "@/lib/domain/skills/reader";
import { describeApplicability } from "@/lib/domain/skills/version-in-list";
import type { Verdict } from "@/lib/search/rank/applicability";

export type Reader = { technology: string; version?: string | undefined };
/** How a version fits the reader: the verdict, and one or two sentences that say it. */
export type FitNote = { verdict: Verdict; note: string; other: { version_id: string } | null };

/**
 * The version of a skill that fits a reader: the named one if one is named, else the selected one if it fits, else the
 * newest that does, else the selected one. Without a reader, `fit` is null. Throws `not_found`, `withdrawn`.
 */
export async function readFittingVersion(
  { skill_id, version_id }: { skill_id: string; version_id?: string | undefined },
  reader: Reader | null,
): Promise<{ version: SkillVersion; fit: FitNote | null }> {
  if (!reader) {
    const { data } = await (version_id
      ? getSkillVersion(null, { skill_id, version_id })
      : getSkill(null, { skill_id }));
    return { version: data, fit: null };
  }
  const [{ data: skill }, named, asked] = await Promise.all([
    getSkill(null, { skill_id }),
    version_id ? getSkillVersion(null, { skill_id, version_id }) : null,
    understood(reader),
  ]);
  const first = named?.data ?? skill;
  const { verdict, other } = judgeFit(first, skill.versions, asked?.entries ?? []);
  if (!other || named) return { version: first, fit: { verdict, note: noteOf(first, verdict, reader, other), other } };
  const { data: version } = await getSkillVersion(null, { skill_id, version_id: other.version_id });
  return {
    version,
    fit: { verdict: "compatible", note: noteOf(version, "compatible", reader, null), other: null },
  };
}

function noteOf(version: SkillVersion, verdict: Verdict, reader: Reader, other: { version_id: string } | null): string {
  const asked = [reader.technology, reader.version].filter(Boolean).join(" ");
  const covers = describeApplicability(version.applicability) || "any version";
  if (verdict === "compatible") return `This version is for ${covers}; it fits ${asked}.`;
  if (verdict === "unconstrained") return `This skill names no version of ${reader.technology}; it is for ${covers}.`;
  if (verdict === "unknown") return `Whether this version, for ${covers}, fits ${asked} cannot be told.`;
  return other
    ? `This version is for ${covers}, not for ${asked}. Version ${other.version_id} fits.`
    : `No version of this skill fits ${asked}; this one is for ${covers}.`;
}
