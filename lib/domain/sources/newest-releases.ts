import semver from "semver";
import { read, type Sql, transaction } from "@/db/client";
import { deliverFreshness } from "@/db/queries/feeds";
import {
  confirmRelease,
  heldOfTechnology,
  lockRelease,
  type Release,
  storeNewest,
  technologiesDue,
} from "@/db/queries/technologies";
import { freshnessOf, releaseInFull } from "@/lib/domain/present/origin";
import { presentReview } from "@/lib/domain/present/version";
import { type Running, SourceFailure } from "@/lib/domain/sources/found";
import { registryUrl, timeOf } from "@/lib/domain/sources/npm-registry";
import { fetchFromRegistry, readBytes } from "@/lib/domain/sources/public-host";

const AGAIN_HOURS = 24;
const AGAIN_AFTER_FAILURE_MS = 3_600_000;
/** In a row: then there is no network, and the others wait for the next time. */
const FAILURES_MAX = 3;
const TIMEOUT_MS = 10_000;
const BYTES_MAX = 16 * 1_048_576;
const VERSION_CHARACTERS_MAX = 60;

type NewestRelease = { version: string; released_at: Date | null };

/**
 * Looks once for the newest releases of the technologies that the library names, of those in a table of registries that
 * nobody has looked for since yesterday. One that fails is left for an hour; `notBefore` remembers it.
 */
export async function lookForReleases(
  registries: Readonly<Record<string, string>>,
  { isHeld, signal }: Running,
  notBefore: Map<string, number>,
): Promise<void> {
  const due = await read((sql) => technologiesDue(sql, Object.keys(registries), AGAIN_HOURS));
  let failures = 0;
  for (const technology of due) {
    const address = registries[technology];
    if (signal.aborted || !isHeld() || failures >= FAILURES_MAX) return;
    if (address === undefined || (notBefore.get(technology) ?? 0) > Date.now()) continue;
    try {
      const newest = await newestRelease(address, signal);
      await transaction((sql) => noteRelease(sql, { technology, address, ...newest }));
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceFailure)) throw error;
      failures += 1;
      notBefore.set(technology, Date.now() + AGAIN_AFTER_FAILURE_MS);
    }
  }
}

/**
 * The newest release that an address of the table of registries knows. Asks once, for ten seconds at most. Throws a
 * `SourceFailure` when it cannot be reached or names no release.
 */
async function newestRelease(address: string, signal: AbortSignal): Promise<NewestRelease> {
  const url = address.startsWith("npm:")
    ? `${registryUrl()}${address.slice("npm:".length).replace("/", "%2f")}/latest`
    : address;
  let answer: unknown;
  try {
    const response = await fetchFromRegistry(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      // One of the registries refuses callers without a name.
      headers: { accept: "application/json", "user-agent": "cairn" },
    });
    if (!response.ok) throw new SourceFailure(`the registry answers ${response.status}`);
    answer = JSON.parse((await readBytes(response.body, BYTES_MAX)).toString("utf8"));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(`the registry cannot be asked: ${error instanceof Error ? error.message : error}`);
  }
  const found = newestIn(answer);
  if (!found) throw new SourceFailure("the registry names no release");
  return found;
}

/**
 * The newest release in an answer: the one that PyPI, crates.io and npm's registry call the newest, else the highest
 * without a prerelease in a list, or in `versions` or `releases`, of texts or of objects that name one.
 */
export function newestIn(answer: unknown): NewestRelease | null {
  const { info, urls, crate, versions, releases, version, time } = fieldsOf(answer);
  if (info !== undefined) return release(fieldsOf(info).version, fieldsOf(listOf(urls)[0]).upload_time_iso_8601);
  if (crate !== undefined) {
    const newest = fieldsOf(crate).max_stable_version ?? fieldsOf(crate).newest_version;
    return release(newest, fieldsOf(listOf(versions).find((each) => fieldsOf(each).num === newest)).created_at);
  }
  if (version !== undefined) return release(version, time);
  let highest: NewestRelease | null = null;
  for (const each of listOf(versions ?? releases ?? answer)) {
    const found = typeof each === "string" ? release(each, null) : named(fieldsOf(each));
    if (found && isStable(found) && (highest === null || isHigher(found, highest))) highest = found;
  }
  return highest;
}

function named(entry: Record<string, unknown>): NewestRelease | null {
  const { latest, version, tag_name, name, latestReleaseDate, published_at, date } = entry;
  return release(latest ?? version ?? tag_name ?? name, latestReleaseDate ?? published_at ?? date);
}

function release(version: unknown, released_at: unknown): NewestRelease | null {
  if (typeof version !== "string" || version.length > VERSION_CHARACTERS_MAX) return null;
  const plain = version.trim().replace(/^(?:v|go)(?=\d)/, "");
  if (releaseInFull(plain) === null) return null;
  return { version: plain, released_at: timeOf(released_at) };
}

function isStable({ version }: NewestRelease): boolean {
  return semver.prerelease(releaseInFull(version) ?? "") === null;
}

function isHigher(a: NewestRelease, b: NewestRelease): boolean {
  return semver.gt(releaseInFull(a.version) ?? "0.0.0", releaseInFull(b.version) ?? "0.0.0");
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A list, or the names of a record's members. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : Object.keys(fieldsOf(value));
}

/**
 * Stores the newest release of a technology, and tells those who hold a version whose text was checked against an older
 * one: once, in the transaction that finds the release. One that was taken back is stored and nobody is told.
 */
export async function noteRelease(sql: Sql, found: Release): Promise<void> {
  const before = await lockRelease(sql, found.technology);
  if (before === found.version) return confirmRelease(sql, found);
  if (!(await storeNewest(sql, found)) || (before !== null && !isLater(found.version, before))) return;
  const { technology, version: newest } = found;
  const stale = (await heldOfTechnology(sql, technology)).filter(
    ({ applicability, ...row }) =>
      freshnessOf({ review: presentReview(row), applicability }, [{ technology, newest, released_at: null }]) !== null,
  );
  await deliverFreshness(
    sql,
    stale.map(({ version_id }) => version_id),
  );
}

function isLater(version: string, before: string): boolean {
  const [now, then] = [releaseInFull(version), releaseInFull(before)];
  return now !== null && then !== null && semver.gt(now, then);
}
