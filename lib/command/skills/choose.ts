import type { ApplicabilityEntry, VersionSummary } from "@/.cairn/build/interface";
import type { AnswerOf } from "@/lib/client/operations";
import { compare, contains, type Interval, intersects, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import type { Technology } from "@/lib/command/projects/technology";
import type { Verdict } from "@/lib/contract/search-answer";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion } from "@/lib/contract/versions";

export type Skill = AnswerOf<"getSkill">;

/** A version of a skill as this project sees it. */
export type Judged = {
  version: VersionSummary;
  verdict: Verdict;
  /** The technologies of the project that the version names. */
  uses: Technology[];
};

/**
 * The version of a skill that search offers to such a project: the selected one if it is compatible, else the newest
 * compatible one, else one that is not known to be incompatible. Null when every version is incompatible, or none is
 * published.
 */
export function chooseFor({ versions }: Skill, technologies: readonly Technology[]): Judged | null {
  const newestFirst = versions.filter(isListed).sort((a, b) => Number(BigInt(b.ordinal) - BigInt(a.ordinal)));
  const selectedFirst = [...newestFirst].sort((a, b) => Number(b.is_selected) - Number(a.is_selected));
  const judged = selectedFirst.map((version) => judgeVersion(version, technologies));
  return (
    judged.find(({ verdict }) => verdict === "compatible") ??
    judged.find(({ verdict }) => verdict === "version_not_given") ??
    judged.find(({ verdict }) => verdict !== "incompatible") ??
    null
  );
}

export function judgeVersion(version: VersionSummary, technologies: readonly Technology[]): Judged {
  const { applicability } = version;
  return { version, verdict: judge(applicability, technologies), uses: namedBy(applicability, technologies) };
}

/** Whether readers are offered a version: a candidate has not been selected yet. */
function isListed({ state }: VersionSummary): boolean {
  return state === "selected" || state === "published";
}

/** What a version is for, such as `next.js >=14 <15`. */
export function coverage(applicability: readonly ApplicabilityEntry[]): string[] {
  return applicability.map(({ technology, constraint }) =>
    constraint === "*" ? technology : `${technology} ${constraint}`,
  );
}

/** A version as the results of commands tell it. */
export function inShort({ version: { version_id, ordinal, applicability } }: Judged) {
  return { version_id, version: ordinal, covers: coverage(applicability) };
}

/** What the published versions of a skill are for, and the project's versions of these technologies. */
export function whyNoneFits(skill: Skill, technologies: readonly Technology[]): string {
  const entries = skill.versions.filter(isListed).flatMap(({ applicability }) => applicability);
  if (entries.length === 0) return `No version of ${skill.slug} is published.`;
  const covered = [...new Set(coverage(entries))].join(", ");
  return `No version of ${skill.slug} fits ${inWords(namedBy(entries, technologies))}; it covers ${covered}.`;
}

/** "next.js 14.2.3 (package-lock.json)" */
export function inWords(technologies: readonly Technology[]): string {
  return technologies
    .map(({ technology, version, source }) => `${technology} ${version ?? "of an unknown version"} (${source})`)
    .join(", ");
}

/** Whether a version fits the project, in a sentence. */
export function fitInWords({ verdict, uses }: Judged): string {
  if (verdict === "compatible") return `It fits ${inWords(uses)}.`;
  if (verdict === "incompatible") return `It does not fit ${inWords(uses)}: you asked for it with --force.`;
  if (uses.length > 0) return `Whether it fits ${inWords(uses)} cannot be told.`;
  return "It names no technology of this project, so nothing says whether it fits.";
}

/** From the worst to the best for the project, as search orders the alternatives of one technology. */
const ORDER: readonly Verdict[] = ["unconstrained", "incompatible", "unknown", "version_not_given", "compatible"];

/** The technologies of the project that an applicability names. */
function namedBy(applicability: readonly ApplicabilityEntry[], technologies: readonly Technology[]): Technology[] {
  const names = new Set(applicability.map(({ technology }) => normaliseTechnology(technology)));
  return technologies.filter(({ technology }) => names.has(normaliseTechnology(technology)));
}

/**
 * Whether a version of a skill fits the project, by the rule of search: entries of one technology are alternatives, and a
 * technology that only one side names decides nothing.
 */
export function judge(applicability: readonly ApplicabilityEntry[], technologies: readonly Technology[]): Verdict {
  const verdicts = new Map<string, Verdict>();
  for (const entry of applicability) {
    const name = normaliseTechnology(entry.technology);
    const used = technologies.find(({ technology }) => normaliseTechnology(technology) === name);
    const verdict = used ? judgeEntry(used, entry, name) : "unconstrained";
    const before = verdicts.get(name) ?? "unconstrained";
    verdicts.set(name, ORDER.indexOf(verdict) > ORDER.indexOf(before) ? verdict : before);
  }
  const found = new Set(verdicts.values());
  const first = (["incompatible", "compatible", "version_not_given", "unknown"] as const).find((one) => found.has(one));
  return first ?? "unconstrained";
}

function judgeEntry({ version, exact }: Technology, entry: ApplicabilityEntry, technology: string): Verdict {
  if (version === null) return "version_not_given";
  const needed = entry.constraint.trim();
  const range = entry.version_scheme === "semver" ? parseRange(comparable(needed, technology)) : null;
  if (entry.version_scheme === "unknown" || (entry.version_scheme === "semver" && range === null))
    return version.toLowerCase() === needed.toLowerCase() ? "compatible" : "unknown";
  const only = range === null ? parseVersion(comparableVersion(needed, technology)) : null;
  const own = exact ? parseVersion(comparableVersion(version, technology)) : null;
  if (range === null && exact) {
    const isSame = own && only ? compare(own, only) === 0 : version.toLowerCase() === needed.toLowerCase();
    return isSame ? "compatible" : "incompatible";
  }
  const ownRange = exact ? null : parseRange(comparable(version, technology));
  return fits(own, ownRange, only, range);
}

function fits(
  own: ReturnType<typeof parseVersion>,
  ownRange: Interval[] | null,
  only: ReturnType<typeof parseVersion>,
  range: Interval[] | null,
): Verdict {
  const said = (isInside: boolean) => (isInside ? "compatible" : "incompatible");
  if (own && range) return said(contains(range, own));
  if (ownRange && range) return said(intersects(ownRange, range));
  return ownRange && only ? said(contains(ownRange, only)) : "unknown";
}
