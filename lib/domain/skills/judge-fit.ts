import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { guessEntry, judgeApplicability, normaliseTechnology, type Verdict } from "@/lib/search/rank/applicability";

export type Fit = {
  verdict: Verdict;
  /** The reasons, one sentence for each entry of the skill that decided. */
  reasons: string[];
  /** A version of the same skill that fits where this one does not: the selected one, else the newest. */
  other: VersionSummary | null;
};

type Version = { version_id: string; applicability: ApplicabilityEntry[] };

/** Whether a version of a skill fits a reader who names a technology and optionally a version of it. Pure. */
export function judgeFit(
  version: Version,
  versions: readonly VersionSummary[],
  reader: { technology: string; version?: string | undefined },
): Fit {
  const caller = [guessEntry(reader.technology, reader.version)];
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
function reasonsFor(version: Version, caller: ApplicabilityEntry[], verdict: Verdict): string[] {
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
  caller: ApplicabilityEntry[],
): VersionSummary | null {
  const fitting = versions
    .filter(isListed)
    .filter(({ version_id }) => version_id !== version.version_id)
    .filter(({ applicability }) => judgeApplicability(caller, applicability).verdict === "compatible");
  return fitting.find(({ is_selected }) => is_selected) ?? fitting[0] ?? null;
}

/** What a version is for, in words: "next.js >=14 <15, react 19". Empty when it names nothing. */
export function describeApplicability(applicability: readonly ApplicabilityEntry[]): string {
  return applicability
    .map(({ technology, constraint }) => (constraint === "*" ? technology : `${technology} ${constraint}`))
    .join(", ");
}

function isListed({ state }: VersionSummary): boolean {
  return state === "selected" || state === "published";
}
