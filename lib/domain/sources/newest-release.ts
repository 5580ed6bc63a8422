import semver from "semver";
import { releaseInFull } from "@/lib/domain/present/freshness";
import { fetchFromRegistry } from "@/lib/domain/sources/fetch-from-registry";
import { registryUrl, timeOf } from "@/lib/domain/sources/npm-registry";
import { readBytes } from "@/lib/domain/sources/read-bytes";
import { SourceFailure } from "@/lib/domain/sources/source-failure";

export type NewestRelease = { version: string; released_at: Date | null };

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 16 * 1_048_576;
const VERSION_CHARACTERS_MAX = 60;

/**
 * The newest release that an address of the table of registries knows. Asks once, for ten seconds at most. Throws a
 * `SourceFailure` when it cannot be reached or names no release.
 */
export async function newestRelease(address: string, signal: AbortSignal): Promise<NewestRelease> {
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
