import semver from "semver";
import {
  type ApplicabilityEntry,
  CONSTRAINT_CHARACTERS_MAX,
  TECHNOLOGY_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import type { SkillVersion, VersionSummary } from "@/lib/contract/public/resources";
import type { Verdict } from "@/lib/contract/search-answer";
import { waitingInWords } from "@/lib/contract/skill-in-words";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import {
  coverageInWords,
  describeApplicability,
  getSkill,
  getSkillVersion,
  isListed,
  withStandings,
} from "@/lib/domain/skills/get-skill";
import { Problem } from "@/lib/platform/errors";
import { type Asked, askedOf } from "@/lib/search/asked/read-asked";
import { type CallerEntry, judgeApplicability } from "@/lib/search/rank/applicability";
import { chooseVersion } from "@/lib/search/rank/choose-version";

/** What a reader says about the own project. Without a technology the version says nothing. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** The reader that the parameters of an address name. A value that is too long counts as absent. */
export function readerOf(given: {
  technology?: string | null | undefined;
  version?: string | null | undefined;
}): Reader {
  const [technology, version] = [given.technology?.trim(), given.version?.trim()];
  if (!technology || technology.length > TECHNOLOGY_CHARACTERS_MAX) return {};
  return { technology, version: version && version.length <= CONSTRAINT_CHARACTERS_MAX ? version : undefined };
}

/** What a reader named, as search understands it; null without a technology. Throws `unavailable`. */
export async function understood({ technology, version }: Reader): Promise<Asked | null> {
  return technology ? askedOf({ technology, version, infer: false }) : null;
}

type Choice = {
  /** The version to show. */
  version: VersionSummary;
  fits: boolean;
  /** A sentence of plain text: which version it is and why, or that none fits. */
  title: string;
  /** More sentences when none fits: what is covered, and which version is shown. */
  reasons: string[];
};

/**
 * The version of a skill that its page shows to a reader who names a technology and a version of it, understood as by
 * search: the one that search offers, if it fits; else the default one, which is labelled as such. Null when the reader
 * does not name both, or when no version is listed. `versions` are newest first. Throws `unavailable`.
 */
export async function chooseForReader(versions: readonly VersionSummary[], reader: Reader): Promise<Choice | null> {
  const { technology, version: wanted } = reader;
  const read = await understood(reader);
  if (!technology || !read || read.entries.every(({ no_version }) => no_version)) return null;
  const { entries: caller, names, warnings } = read;
  const judged = versions
    .filter(isListed)
    .map((row) => ({ row, judgement: judgeApplicability(caller, row.applicability) }));
  const chosen = chooseVersion(judged);
  if (!chosen) return null;
  const asked = wanted ? `${technology} ${wanted}` : technology;
  const { row, judgement } = chosen;
  if (judgement.verdict === "compatible") {
    const matching = judgement.entries.filter(({ verdict }) => verdict === "compatible");
    const title = `Version ${row.ordinal}, for ${coverageInWords(matching)}; you asked for ${asked}.`;
    return { version: row, fits: true, title, reasons: [] };
  }
  const shown = judged.find((one) => one.row.is_selected)?.row ?? row;
  const isExcluded = judged.every((one) => one.judgement.verdict === "incompatible");
  const covered = uniqueEntries(judged.flatMap((one) => one.row.applicability));
  const named = covered.filter((entry) => names.includes(normaliseTechnology(entry.technology)));
  return {
    version: shown,
    fits: false,
    title: missing({ asked, technology, isExcluded, covered: covered.length, named: named.length }),
    reasons: [
      ...warnings.map(({ detail }) => detail),
      ...(covered.length > 0 ? [`It covers ${coverageInWords(named.length > 0 ? named : covered)}.`] : []),
      `Below is version ${shown.ordinal}, the default, which ${isExcluded ? "is not" : "was not chosen"} for ${asked}.`,
    ],
  };
}

/** Why no version of a skill is said to fit. */
function missing(of: {
  asked: string;
  technology: string;
  isExcluded: boolean;
  covered: number;
  named: number;
}): string {
  if (of.isExcluded) return `No version of this skill is for ${of.asked}.`;
  if (of.covered === 0) return `This skill states no version limits, so it does not say whether it fits ${of.asked}.`;
  if (of.named === 0) return `No version of this skill names ${of.technology}.`;
  return `Whether a version of this skill fits ${of.asked} cannot be told.`;
}

function uniqueEntries<Entry extends { technology: string; constraint: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [`${entry.technology} ${entry.constraint}`, entry])).values()];
}

type Fit = {
  verdict: Verdict;
  /** The reasons, one sentence for each entry of the skill that decided. */
  reasons: string[];
  /** The version of the same skill that search offers to this reader, where this one does not fit. */
  other: VersionSummary | null;
};

type Version = { version_id: string; applicability: ApplicabilityEntry[] };

/** Whether a version of a skill fits what a reader named, as `understood` reads it. Pure. */
export function judgeFit(version: Version, versions: readonly VersionSummary[], caller: readonly CallerEntry[]): Fit {
  const { verdict } = judgeApplicability(caller, version.applicability);
  const other = verdict === "compatible" ? null : fittingOther(version, versions, caller);
  return { verdict, reasons: reasonsFor(version, caller, verdict), other };
}

/**
 * The technologies that the offered versions of a skill name, those of `version` first; each once, in its first
 * spelling.
 */
export function technologiesNamed(version: Version, versions: readonly VersionSummary[]): string[] {
  const named = new Map<string, string>();
  for (const { applicability } of [version, ...versions.filter(isListed)])
    for (const { technology } of applicability) {
      const name = normaliseTechnology(technology);
      if (!named.has(name)) named.set(name, technology);
    }
  return [...named.values()];
}

/** Whether two names mean one technology, by the search's aliases. */
export function isSameTechnology(one: string, other: string): boolean {
  return normaliseTechnology(one) === normaliseTechnology(other);
}

/**
 * Search treats a whole version such as 14.2.3 as a range that contains only it. The reason reads better when it is
 * judged as one version, where both verdicts agree.
 */
function reasonsFor(version: Version, caller: readonly CallerEntry[], verdict: Verdict): string[] {
  const exact = caller.map((entry) =>
    semver.valid(entry.constraint) ? { ...entry, version_scheme: "exact" as const } : entry,
  );
  const asExact = judgeApplicability(exact, version.applicability);
  const judged = asExact.verdict === verdict ? asExact : judgeApplicability(caller, version.applicability);
  return judged.entries.filter(({ matched }) => matched !== null).map(({ reason }) => reason);
}

function fittingOther(
  version: Version,
  versions: readonly VersionSummary[],
  caller: readonly CallerEntry[],
): VersionSummary | null {
  const judged = versions
    .filter((one) => isListed(one) && one.version_id !== version.version_id)
    .map((row) => ({ row, judgement: judgeApplicability(caller, row.applicability) }));
  const chosen = chooseVersion(judged);
  return chosen?.judgement.verdict === "compatible" ? chosen.row : null;
}

/** How a version fits the reader: the verdict, and one or two sentences that say it. */
type FitNote = { verdict: Verdict; note: string; other: { version_id: string } | null };
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
