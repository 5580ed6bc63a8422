import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { isListed } from "@/lib/domain/skills/version-in-list";
import { type CallerEntry, judgeApplicability, type Verdict } from "@/lib/search/rank/applicability";
import { chooseVersion } from "@/lib/search/rank/fitting-version";

export type Fit = {
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
