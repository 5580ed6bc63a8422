import semver from "semver";
import type { ReleaseColumn } from "@/db/queries/technologies";
import type { OriginColumn } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { Freshness, Origin } from "@/lib/contract/public/resources";
import { UNKNOWN_FOLDER } from "@/lib/contract/skill-in-words";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion, inFull, readWritten } from "@/lib/contract/versions";
import { skillPermalink, versionUrl } from "@/lib/platform/urls";

type Row = SourceColumns & OriginColumn & { skill_id: string; version_id: string; license: string | null };

/** The origin of a version. Nobody here vouches for what a front matter says. */
export function presentOrigin(row: Row): Origin {
  const { came_from: from } = row;
  const unnamed = from.kind === "submission" ? versionUrl(row.skill_id, row.version_id) : UNKNOWN_FOLDER;
  return {
    kind: from.kind,
    address: from.address ?? row.source_repository ?? unnamed,
    release: from.release,
    commit: from.commit ?? row.source_commit,
    path: from.path,
    tree: from.tree,
    url: addressAtSource(from) ?? row.source_repository,
    fetched_at: from.fetched_at,
    source_id: from.source_id,
    release_state: from.release_state,
    is_whole: from.is_whole,
    requires: from.requires.map(({ name, skill_id }) => ({
      name: name.replace(/^.*?\/skills\//, ""),
      skill_id,
      url: skill_id && skillPermalink(skill_id),
    })),
    source_repository: row.source_repository,
    source_commit: row.source_commit,
    license: from.license ?? row.source_license ?? row.license,
    author: row.source_author,
  };
}

const NPM_PAGES = "https://www.npmjs.com/package/";

/** The page that shows the text where it was read; null where there is none that everybody can open. */
export function addressAtSource({
  kind,
  address,
  release,
  commit,
  path,
}: Pick<OriginColumn["came_from"], "kind" | "address" | "release" | "commit" | "path">): string | null {
  if (address === null) return null;
  if (kind === "npm" && address.startsWith("npm:"))
    return `${NPM_PAGES}${address.slice("npm:".length)}${release ? `/v/${encodeURIComponent(release)}` : ""}`;
  if (!address.startsWith("https://")) return null;
  const at = commit ?? release;
  const inTree = at !== null && /^https:\/\/(?:github|gitlab)\.com\//.test(address);
  return inTree ? `${address}/tree/${[at, ...(path ?? "").split("/")].map(encodeURIComponent).join("/")}` : address;
}

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
