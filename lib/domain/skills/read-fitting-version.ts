import type { SkillVersion } from "@/lib/contract/public/resources";
import { waitingInWords } from "@/lib/contract/waiting-in-words";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getSkillVersion } from "@/lib/domain/skills/get-skill-version";
import { judgeFit, technologiesNamed } from "@/lib/domain/skills/judge-fit";
import { understood } from "@/lib/domain/skills/reader";
import { describeApplicability, withStandings } from "@/lib/domain/skills/version-in-list";
import { Problem } from "@/lib/platform/errors";
import type { Verdict } from "@/lib/search/rank/applicability";

/** `technology` may be absent where a skill is for one technology alone. */
export type Reader = { technology?: string | undefined; version?: string | undefined };
/** How a version fits the reader: the verdict, and one or two sentences that say it. */
export type FitNote = { verdict: Verdict; note: string; other: { version_id: string } | null };
export type FittingVersion = {
  version: SkillVersion;
  /** Null for a reader who named nothing. */
  fit: FitNote | null;
  /** The version that supersedes this one; null while none does. */
  superseded_by: string | null;
};

/**
 * The version of a skill that fits a reader: the named one if one is named, else the selected one if it fits, else the
 * newest that does, else the selected one. Throws `not_found`, also for a version that waits, and `withdrawn`.
 */
export async function readFittingVersion(
  { skill_id, version_id }: { skill_id: string; version_id?: string | undefined },
  asked: Reader,
): Promise<FittingVersion> {
  const [{ data: skill }, named] = await Promise.all([
    getSkill(null, { skill_id }),
    version_id ? getSkillVersion(null, { skill_id, version_id }) : null,
  ]);
  const standings = withStandings(skill.versions);
  const whole = (version: SkillVersion, fit: FitNote | null): FittingVersion => {
    const place = standings.find((one) => one.version_id === version.version_id);
    return { version, fit, superseded_by: place?.successor?.version_id ?? null };
  };
  const first = named?.data ?? skill;
  if (first.quarantine) throw new Problem("not_found", { detail: waitingInWords(first.quarantine) });
  const reader = readerFor(asked, technologiesNamed(first, skill.versions));
  if (reader === null) return whole(first, null);
  if (reader.technology === undefined) return whole(first, { verdict: "unknown", note: reader.note, other: null });
  const read = await understood(reader);
  if (read?.constraintIgnored)
    return whole(first, { verdict: "unknown", note: read.warnings.map(({ detail }) => detail).join(" "), other: null });
  const { verdict, other } = judgeFit(first, skill.versions, read?.entries ?? []);
  if (!other || named) return whole(first, { verdict, note: noteOf(first, verdict, reader, other), other });
  const { data: version } = await getSkillVersion(null, { skill_id, version_id: other.version_id });
  return whole(version, { verdict: "compatible", note: noteOf(version, "compatible", reader, null), other: null });
}

type Named = { technology: string; version: string | undefined };

/** What the reader named; a version alone belongs to the technology of the skill, if that has one only. */
function readerFor(
  { technology, version }: Reader,
  technologies: readonly string[],
): Named | { technology: undefined; note: string } | null {
  if (technology !== undefined) return { technology, version };
  if (version === undefined) return null;
  const [only, ...others] = technologies;
  if (only !== undefined && others.length === 0) return { technology: only, version };
  const of = technologies.length > 0 ? `: this skill names ${technologies.join(", ")}` : "";
  return {
    technology: undefined,
    note: `Version ${version} was not used. Send the technology that it belongs to${of}.`,
  };
}

function noteOf(version: SkillVersion, verdict: Verdict, reader: Named, other: { version_id: string } | null): string {
  const asked = [reader.technology, reader.version].filter(Boolean).join(" ");
  const covers = describeApplicability(version.applicability) || "any version";
  if (verdict === "compatible") return `This version is for ${covers}; it fits ${asked}.`;
  if (verdict === "version_not_given")
    return `This version is for ${covers}. Send your version of ${reader.technology} to get the one that fits it.`;
  if (verdict === "unconstrained") return `This skill names no version of ${reader.technology}; it is for ${covers}.`;
  if (verdict === "unknown") return `Whether this version, for ${covers}, fits ${asked} cannot be told.`;
  return other
    ? `This version is for ${covers}, not for ${asked}. Version ${other.version_id} fits.`
    : `No version of this skill fits ${asked}; this one is for ${covers}.`;
}
