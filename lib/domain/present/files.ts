import type { FileRow } from "@/db/queries/version-files";
import type { VersionFile } from "@/lib/contract/public/resources";
import { digestOfList, mediaTypeOf } from "@/lib/domain/publishing/version-files";
import { fileUrl } from "@/lib/platform/urls";

type WithFiles = { skill_id: string; version_id: string; files: readonly FileRow[] };

/** The files of a version, each with its address and digest. */
export function presentFiles({ skill_id, version_id, files }: WithFiles): VersionFile[] {
  return files.map(({ path, bytes, sha256 }) => ({
    path,
    bytes,
    sha256,
    media_type: mediaTypeOf(path),
    url: fileUrl(skill_id, version_id, path),
  }));
}

/** The digest of a version with files, as the publish log states it; null for one that is a text alone. */
export function treeOf({
  content_sha256,
  files,
}: {
  content_sha256: Buffer;
  files: readonly FileRow[];
}): string | null {
  return files.length === 0 ? null : digestOfList(content_sha256.toString("hex"), files);
}
