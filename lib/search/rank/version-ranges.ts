import semver, { type SemVer } from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion } from "@/lib/contract/versions";
import { constraintParses } from "@/lib/search/rank/applicability";

/** Versions from `low` to `high`; without a `high` all from `low` on. */
export type Interval = { low: SemVer; hasLow: boolean; high: SemVer | null; hasHigh: boolean };

const WITH_PRERELEASES = { includePrerelease: true } as const;
const LOWEST = new semver.SemVer("0.0.0-0");

/**
 * The versions that an entry stands for, as intervals; null for a text that is neither a version nor a range, whatever
 * its scheme says. The prereleases of a bound itself do not count unless it names one: `14.x`, `^14.0.0` and
 * `>=14.0.0 <15.0.0` are the same. Pure; never throws.
 */
export function intervalsOf(entry: ApplicabilityEntry): Interval[] | null {
  const constraint = entry.constraint.trim();
  const technology = normaliseTechnology(entry.technology);
  if (entry.version_scheme === "exact") {
    const version = semver.parse(comparableVersion(constraint, technology));
    return version && [{ low: version, hasLow: true, high: version, hasHigh: true }];
  }
  if (entry.version_scheme !== "semver" || !constraintParses(entry)) return null;
  const range = new semver.Range(comparable(constraint, technology), WITH_PRERELEASES);
  return range.set.flatMap((comparators) => withoutEdgePrereleases(intersection(comparators)) ?? []);
}

/** The same versions as few intervals, lowest first; those that meet become one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a.low.compare(b.low) || Number(b.hasLow) - Number(a.hasLow));
  const result: Interval[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (!last || isBelow(last, next, { touching: false })) result.push({ ...next });
    else if (compareHighs(last, next) < 0) Object.assign(last, { high: next.high, hasHigh: next.hasHigh });
  }
  return result;
}

/** Whether every version of `inner` lies in `outer`. */
export function isWithin(inner: Interval, outer: Interval): boolean {
  const low = inner.low.compare(outer.low);
  return (low > 0 || (low === 0 && (outer.hasLow || !inner.hasLow))) && compareHighs(inner, outer) <= 0;
}

/** Whether an interval has every version there is. */
export function isEverything({ low, hasLow, high }: Interval): boolean {
  return high === null && hasLow && low.compare(LOWEST) <= 0;
}

/** Whether each version of one interval is lower than each of the other. Two that meet count unless `touching` is false. */
export function isBelow(one: Interval, other: Interval, { touching = true } = {}): boolean {
  if (one.high === null) return false;
  const order = one.high.compare(other.low);
  if (order !== 0) return order < 0;
  return touching ? !(one.hasHigh && other.hasLow) : !one.hasHigh && !other.hasLow;
}

/** An interval as a range that people read: ">=14.0.0 <17.0.0", or one version. */
export function inWords(interval: Interval): string {
  const { low, hasLow, high, hasHigh } = interval;
  if (isEverything(interval)) return "any version";
  if (high?.compare(low) === 0) return low.version;
  const below = high ? `${hasHigh ? "<=" : "<"}${plainBound(high)}` : "";
  if (hasLow && low.compare(LOWEST) <= 0) return below;
  return [`${hasLow ? ">=" : ">"}${plainBound(low)}`, below].filter(Boolean).join(" ");
}

/** A bound stands for its prereleases too. */
function plainBound({ version }: SemVer): string {
  return version.replace(/-0$/, "");
}

function intersection(comparators: readonly semver.Comparator[]): Interval | null {
  const found: Interval = { low: LOWEST, hasLow: true, high: null, hasHigh: false };
  for (const { operator, semver: version } of comparators) {
    // The type does not say that a comparator without a bound holds a symbol here.
    if (!(version instanceof semver.SemVer)) continue;
    if (operator !== "<" && operator !== "<=") {
      const hasLow = operator !== ">";
      const order = version.compare(found.low);
      if (order > 0 || (order === 0 && !hasLow)) Object.assign(found, { low: version, hasLow });
    }
    if (operator !== ">" && operator !== ">=") {
      const bound = { ...found, high: version, hasHigh: operator !== "<" };
      if (compareHighs(bound, found) < 0) Object.assign(found, bound);
    }
  }
  return isEmpty(found) ? null : found;
}

function withoutEdgePrereleases(interval: Interval | null): Interval | null {
  if (interval === null || interval.high?.compare(interval.low) === 0) return interval;
  const low = interval.hasLow ? firstPrerelease(interval.low) : interval.low;
  const high = interval.high && !interval.hasHigh ? firstPrerelease(interval.high) : interval.high;
  const plain = { ...interval, low, high };
  return isEmpty(plain) ? interval : plain;
}

function firstPrerelease(version: SemVer): SemVer {
  if (version.prerelease.length > 0) return version;
  return new semver.SemVer(`${version.major}.${version.minor}.${version.patch}-0`);
}

function isEmpty({ low, hasLow, high, hasHigh }: Interval): boolean {
  if (high === null) return false;
  const order = high.compare(low);
  return order < 0 || (order === 0 && !(hasLow && hasHigh));
}

function compareHighs(one: Interval, other: Interval): number {
  if (one.high === null || other.high === null) return Number(one.high === null) - Number(other.high === null);
  return one.high.compare(other.high) || Number(one.hasHigh) - Number(other.hasHigh);
}
