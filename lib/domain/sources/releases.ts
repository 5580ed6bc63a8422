import semver from "semver";
import type { SourceSettings } from "@/db/queries/sources";

const MINORS = 5;
const MINORS_MAX = 40;
/** A constraint names two versions, and has its own limit. */
const VERSION_CHARACTERS_MAX = 80;

/** The releases of one minor version, oldest first. */
export type Minor = string[];

/**
 * The releases that a source follows, by minor version, oldest first: those in its range, else those of the newest
 * minors. Prereleases count only for a package without other releases.
 */
export function followedReleases(versions: readonly string[], { range, minors = MINORS }: SourceSettings): Minor[] {
  const valid = versions.filter(isFollowed);
  const stable = valid.filter((version) => semver.prerelease(version) === null);
  const all = (stable.length > 0 ? stable : valid).toSorted(semver.compare);
  const wanted = range === undefined ? all : all.filter((version) => semver.satisfies(version, range));
  const groups = new Map<string, Minor>();
  for (const version of wanted) {
    const minor = groups.get(minorOf(version)) ?? [];
    groups.set(minorOf(version), minor);
    minor.push(version);
  }
  return [...groups.values()].slice(-(range === undefined ? minors : MINORS_MAX));
}

/** Whether ranges can be written with a version: it is short, and its minor version has a next one. */
function isFollowed(version: string): boolean {
  if (version.length > VERSION_CHARACTERS_MAX || semver.valid(version) !== version) return false;
  return Number.isSafeInteger(semver.minor(version) + 1);
}

/** Releases read of one package in one run. */
const READS_MAX = 60;

/**
 * Reads the releases at which texts may change: the first and the last of each minor, and between two that differ those
 * that tell where. Returns what was read, oldest first. `same` compares the texts of two releases.
 */
export async function readChanges<T>(
  minors: readonly Minor[],
  read: (version: string) => Promise<T>,
  same: (a: T, b: T) => boolean,
): Promise<Array<{ version: string; release: T }>> {
  const found = new Map<string, Promise<T>>();
  const take = (version: string): Promise<T> => {
    const release = found.get(version) ?? read(version);
    found.set(version, release);
    return release;
  };
  const narrow = async (minor: Minor, from: number, to: number): Promise<void> => {
    const [first, last] = [minor[from], minor[to]];
    if (to - from < 2 || found.size >= READS_MAX || first === undefined || last === undefined) return;
    if (same(await take(first), await take(last))) return;
    const middle = Math.floor((from + to) / 2);
    await take(minor[middle] ?? first);
    await narrow(minor, from, middle);
    await narrow(minor, middle, to);
  };
  await Promise.all(minors.flatMap((minor) => [minor[0], minor.at(-1)]).map((each) => each && take(each)));
  for (const minor of minors) await narrow(minor, 0, minor.length - 1);
  const all = await Promise.all([...found].map(async ([version, release]) => ({ version, release: await release })));
  return all.sort((a, b) => semver.compare(a.version, b.version));
}

export type Span<T> = { first: string; last: string; constraint: string; value: T };

/**
 * The spans of consecutive releases with an equal value, oldest first; null is not a value. A span ends before the next
 * release that was read, or with the minor version of the newest one.
 */
export function spansOf<T>(
  releases: ReadonlyArray<{ version: string; value: T | null }>,
  same: (a: T, b: T) => boolean,
): Array<Span<T>> {
  const spans: Array<Span<T>> = [];
  for (const [at, { version, value }] of releases.entries()) {
    if (value === null) continue;
    const before = releases[at - 1]?.value;
    const open = spans.at(-1);
    const continues = open !== undefined && before !== undefined && before !== null && same(before, value);
    const span = continues ? open : { first: version, last: version, constraint: "", value };
    if (!continues) spans.push(span);
    span.last = version;
    span.value = value;
    span.constraint = `>=${span.first} <${endOf(version, releases[at + 1]?.version)}`;
  }
  return spans;
}

/** The version at which a release's texts may end: the next release, or the start of the next minor version. */
function endOf(version: string, next: string | undefined): string {
  const minor = `${semver.inc(version, "minor")}`.replace(/-.*/, "");
  const after = semver.prerelease(version) === null ? minor : `${semver.major(version)}.${semver.minor(version) + 1}.0`;
  if (next === undefined) return after;
  return minorOf(next) === minorOf(version) ? next : `${minorOf(next)}.0`;
}

function minorOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}
