import semver from "semver";
import type { ReleaseColumn } from "@/db/queries/technology-releases";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { Freshness } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
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
    const release = releaseInFull(newest);
    if (release === null) continue;
    const stated = applicability.filter((entry) => normaliseTechnology(entry.technology) === technology);
    const checked = checkedBefore(review, stated, release);
    if (checked !== null) return { technology, checked, newest, released_at };
  }
  return null;
}

/** A release with three numbers, as versions are compared: registries write 5.2 for 5.2.0. Null for what is no version. */
export function releaseInFull(release: string): string | null {
  const read = readWritten(release);
  return read && inFull(read);
}

/** A checked version, or a stated range, that ends before a release. */
function checkedBefore(review: Review, stated: readonly ApplicabilityEntry[], newest: string): string | null {
  const ranges = stated
    .filter(({ version_scheme }) => version_scheme !== "unknown")
    .map(({ constraint }) => constraint);
  const valid = ranges.filter((range) => semver.validRange(range) !== null);
  if (valid.length > 0 && valid.every((range) => semver.gtr(newest, range))) return valid.at(-1) ?? null;
  if (review.state !== "reviewed" || valid.length === 0) return null;
  // The checked version may be one of another technology; that one's ranges do not hold it.
  const checked = semver.coerce(review.version_checked);
  if (!checked || !valid.some((range) => semver.satisfies(checked, range))) return null;
  return semver.lt(checked, newest) ? review.version_checked : null;
}
