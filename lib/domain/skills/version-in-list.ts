import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { supersededBy } from "@/lib/search/rank/superseded";

export type Successor = Pick<VersionSummary, "version_id" | "ordinal" | "title" | "canonical_url">;
/** A version in the list of its skill. */
export type VersionInList = VersionSummary & {
  /** The version that supersedes it; null while none does. */
  successor: Successor | null;
  /** Its place in a few words, such as "for next.js >=14 <15" or "superseded by version 4". */
  standing: string;
};

/** Entries that a sentence names before it counts the others. */
const NAMED_MAX = 6;

/** Whether readers are offered a version: it has been selected once, does not wait and is not withdrawn. */
export function isListed({ state }: Pick<VersionSummary, "state">): boolean {
  return state === "selected" || state === "published";
}

/** All versions of a skill, each with its standing. Candidates, waiting and withdrawn versions supersede no other. */
export function withStandings(versions: readonly VersionSummary[]): VersionInList[] {
  const listed = versions.filter(isListed);
  return versions.map((version) => {
    const found = version.state === "candidate" || version.state === "waiting" ? null : supersededBy(version, listed);
    const successor = found && {
      version_id: found.version_id,
      ordinal: found.ordinal,
      title: found.title,
      canonical_url: found.canonical_url,
    };
    return { ...version, successor, standing: standingOf(version, successor) };
  });
}

/** What a version is for, in words, the first entries only; null without version limits. */
export function coverageInWords(applicability: readonly ApplicabilityEntry[]): string | null {
  if (applicability.length === 0) return null;
  const more = applicability.length - NAMED_MAX;
  return describeApplicability(applicability.slice(0, NAMED_MAX)) + (more > 0 ? ` and ${more} more` : "");
}

/** What a version is for, in words: "next.js >=14 <15, react 19". Empty when it names nothing. */
export function describeApplicability(applicability: readonly ApplicabilityEntry[]): string {
  return applicability
    .map(({ technology, constraint }) => (constraint === "*" ? technology : `${technology} ${constraint}`))
    .join(", ");
}

function standingOf(version: VersionSummary, successor: Successor | null): string {
  if (!isListed(version)) return version.state;
  const coverage = coverageInWords(version.applicability);
  const scope = coverage ? `for ${coverage}` : "for any version";
  if (version.is_selected) return `current, ${scope}`;
  return successor ? `superseded by version ${successor.ordinal}` : scope;
}
