import { read } from "@/db/client";
import { readableFile } from "@/db/queries/version-files";
import { withdrawalOf } from "@/db/queries/versions";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { refuseUnreadable } from "@/lib/domain/present/unreadable";
import { isTextFile, mediaTypeOf } from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import type { Binary } from "@/lib/server/formats/document";

const WAITING_SECONDS = 60;

/**
 * A file of one version: the bytes never change, unless the version is withdrawn. Texts are shown, others are saved.
 * Throws `not_found` and `withdrawn`.
 */
export async function versionFileAt(skill_id: string, version_id: string, path: string): Promise<Binary> {
  const isId = SkillId.safeParse(skill_id).success && VersionId.safeParse(version_id).success;
  if (!isId || path.includes("\0")) throw nothing();
  const file = await read((sql) => readableFile(sql, { skill_id, version_id, path }));
  if (!file) {
    const withdrawal = await read((sql) => withdrawalOf(sql, skill_id, version_id));
    throw withdrawal ? refuseUnreadable(withdrawal) : nothing();
  }
  const isText = isTextFile(path);
  return {
    type: isText ? `${mediaTypeOf(path)}; charset=utf-8` : mediaTypeOf(path),
    key: file.sha256.toString("hex"),
    keep: file.waits ? WAITING_SECONDS : "unchanging",
    ...(isText ? {} : { download: path.slice(path.lastIndexOf("/") + 1) }),
    bytes: async () => file.content,
  };
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No version has a file at this address." });
}
