import type { VersionSummary } from "@/lib/contract/public/resources";

/**
 * The two versions to compare, older first. Defaults: the newest readable version that does not wait, against its parent version or else
 * the one before it. Null while there are no two. `versions` must be newest first.
 */
export function choosePair(
  versions: readonly VersionSummary[],
  wish: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } | null {
  const shown = versions.filter(({ state }) => state !== "waiting");
  const readable = shown.filter(({ state }) => state !== "withdrawn");
  const offered = readable.length > 1 ? readable : shown;
  const { from, to } = wish;
  if (from && to) return inOrder(versions, from, to);
  if (from) {
    const other = offered.find(({ version_id }) => version_id !== from);
    return other ? inOrder(versions, from, other.version_id) : null;
  }
  const newer = to ?? offered[0]?.version_id;
  if (!newer) return null;
  const place = versions.findIndex(({ version_id }) => version_id === newer);
  const base = versions[place]?.base_version_id;
  const isReadable = (version_id: string | null | undefined) => offered.some((one) => one.version_id === version_id);
  const before =
    offered.find((one) => versions.indexOf(one) > place) ?? offered.find((one) => one.version_id !== newer);
  const older = to && base && isReadable(base) ? base : before?.version_id;
  return older ? inOrder(versions, older, newer) : null;
}

/** Old to new, in either order of naming. An unknown id keeps its side. */
function inOrder(versions: readonly VersionSummary[], from: string, to: string): { from: string; to: string } {
  const age = (version_id: string) => versions.findIndex((version) => version.version_id === version_id);
  const isSwapped = age(from) >= 0 && age(to) >= 0 && age(from) < age(to);
  return isSwapped ? { from: to, to: from } : { from, to };
}
