import semver from "semver";
import type { ReleaseColumn } from "@/db/queries/technologies";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { Freshness } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion } from "@/lib/contract/versions/comparable";
import { inFull, readWritten } from "@/lib/contract/versions/written-version";

/** What counts of a review. */
type Review = { state: "none" } | { state: "reviewed"; version_checked: string };

/**
 * What a newer release makes of a version: the release that came after the one that a review checked, or after the last
 * that the text states to hold for. Null while there is none, and where no release is known.
 */
export function freshnessOf(
  { review, applicability }: { review: Review; applicability: readonly ApplicabilityEntry[] },
  releases: readonly ReleaseColumn[],
): Freshness | null {
  for (const { technology, newest, released_at } of releases) {
    const release = releaseInFull(comparableVersion(newest, technology));
    if (release === null) continue;
    const stated = applicability.filter((entry) => normaliseTechnology(entry.technology) === technology);
    const checked = checkedBefore({ review, stated, newest: release, technology });
    if (checked !== null) return { technology, checked, newest, released_at };
  }
  return null;
}

/**
 * A release with three numbers, as versions are compared: registries write 5.2 for 5.2.0. Null for what is not a
 * version.
 */
export function releaseInFull(release: string): string | null {
  const read = readWritten(release);
  return read && inFull(read);
}

type Compared = { review: Review; stated: readonly ApplicabilityEntry[]; newest: string; technology: string };

const WITH_PRERELEASES = { includePrerelease: true } as const;

/** A checked version, or a stated range, that ends before a release. */
function checkedBefore({ review, stated, newest, technology }: Compared): string | null {
  const valid = stated
    .filter(({ version_scheme }) => version_scheme !== "unknown")
    .map(({ constraint }) => ({ constraint, range: comparable(constraint, technology) }))
    .filter(({ range }) => semver.validRange(range) !== null);
  if (valid.length > 0 && valid.every(({ range }) => semver.gtr(newest, range, WITH_PRERELEASES)))
    return valid.at(-1)?.constraint ?? null;
  if (review.state !== "reviewed" || valid.length === 0) return null;
  // The checked version may be one of another technology; that one's ranges do not hold it.
  const checked = semver.coerce(comparableVersion(review.version_checked, technology), WITH_PRERELEASES);
  if (!checked || !valid.some(({ range }) => semver.satisfies(checked, range, WITH_PRERELEASES))) return null;
  return semver.lt(checked, newest) ? review.version_checked : null;
}
