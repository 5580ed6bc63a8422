import { compare, contains, type Interval, intersects, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import type { Technology } from "@/lib/command/projects/technology";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion } from "@/lib/contract/versions/comparable";

/** `version_not_given`: the project uses a technology that the skill covers, but no file tells its version. */
export type Verdict = "compatible" | "incompatible" | "version_not_given" | "unknown" | "unconstrained";

/** From the worst to the best for the project, as search orders the alternatives of one technology. */
const ORDER: readonly Verdict[] = ["unconstrained", "incompatible", "unknown", "version_not_given", "compatible"];

/** The technologies of the project that an applicability names. */
export function namedBy(
  applicability: readonly ApplicabilityEntry[],
  technologies: readonly Technology[],
): Technology[] {
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
