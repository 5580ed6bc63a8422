import type { OriginColumn } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import { UNKNOWN_FOLDER } from "@/lib/contract/origin-in-words";
import type { Origin } from "@/lib/contract/public/resources";
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
