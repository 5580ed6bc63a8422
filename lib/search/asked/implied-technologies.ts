import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { CallerEntry } from "@/lib/search/rank/applicability";
import { type Interval, intervalsOf, isWithin } from "@/lib/search/rank/version-ranges";

/** A release line of a technology runs only with these versions of another. */
type Needs = { technology: string; within: string; needs: string; versions: string };

/** From the `peerDependencies` of the packages, and the dependency management of Spring Boot. */
const NEEDS: readonly Needs[] = [
  { technology: "next.js", within: ">=13.0.0 <15.0.0", needs: "react", versions: "^18.2.0" },
  { technology: "next.js", within: ">=12.0.0 <13.0.0", needs: "react", versions: "^17.0.2 || ^18.0.0" },
  { technology: "next.js", within: ">=11.0.0 <12.0.0", needs: "react", versions: "^17.0.2" },
  { technology: "nuxt", within: ">=2.0.0 <3.0.0", needs: "vue", versions: "^2.0.0" },
  { technology: "nuxt", within: ">=3.0.0 <5.0.0", needs: "vue", versions: "^3.0.0" },
  { technology: "spring boot", within: ">=2.0.0 <3.0.0", needs: "spring", versions: "^5.0.0" },
  { technology: "spring boot", within: ">=3.0.0 <4.0.0", needs: "spring", versions: "^6.0.0" },
  { technology: "spring boot", within: ">=4.0.0 <5.0.0", needs: "spring", versions: "^7.0.0" },
];

const LINES: ReadonlyArray<Needs & { line: Interval }> = NEEDS.flatMap((needs) =>
  (intervalsOf({ technology: needs.technology, version_scheme: "semver", constraint: needs.within }) ?? []).map(
    (line) => ({ ...needs, line }),
  ),
);

/**
 * What a caller's versions say about technologies that the caller does not name: Next.js 14 runs only with React 18.
 * Entries that leave several lines open, or whose version is not known, say nothing. Pure.
 */
export function impliedBy(entries: readonly CallerEntry[]): CallerEntry[] {
  const named = new Set(entries.map(({ technology }) => normaliseTechnology(technology)));
  return LINES.filter(({ technology, needs }) => named.has(technology) && !named.has(needs)).flatMap(
    ({ technology, line, needs, versions }): CallerEntry[] => {
      const stated = entries.filter((entry) => normaliseTechnology(entry.technology) === technology);
      // Of several readings of one text, those that are a version decide.
      const intervals = stated.flatMap((entry) => (entry.no_version ? [] : (intervalsOf(entry) ?? [])));
      const isInLine = intervals.length > 0 && intervals.every((each) => isWithin(each, line));
      return isInLine ? [{ technology: needs, version_scheme: "semver", constraint: versions, implied: true }] : [];
    },
  );
}
