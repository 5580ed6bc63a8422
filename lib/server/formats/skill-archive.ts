import { gzipSync } from "fflate";
import { packTar } from "modern-tar";
import { read } from "@/db/client";
import { filesOfVersion } from "@/db/queries/files";
import type { SkillFileRow } from "@/db/queries/skill-files";
import { withdrawalOf } from "@/db/queries/version-history";
import { versionById } from "@/db/queries/versions";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { versionFile } from "@/lib/domain/present/skill-file";
import { Problem } from "@/lib/platform/errors";
import { cacheOfMade } from "@/lib/platform/lru";
import type { Binary } from "@/lib/server/formats/document";

const KEPT_BYTES_MAX = 32_000_000;
const WAITING_SECONDS = 60;
/** One time for all files, so that the same files make the same bytes. */
const MTIME = new Date(499_162_500_000);
const OS_BYTE = 9;
const UNKNOWN_OS = 255;

/** The whole folder of one version: its SKILL.md and its files. The bytes never change. Throws `not_found` and `withdrawn`. */
export async function versionArchive(skill_id: string, version_id: string): Promise<Binary> {
  const isId = SkillId.safeParse(skill_id).success && VersionId.safeParse(version_id).success;
  if (!isId) throw new Problem("not_found", { detail: "No skill or version has this id." });
  const row = await read((sql) => versionById(sql, skill_id, version_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, version_id)));
  return {
    type: "application/gzip",
    key: `${version_id} ${row.quarantined_at ? "waits" : ""}`,
    keep: row.quarantined_at ? WAITING_SECONDS : "unchanging",
    download: `${row.slug}.tgz`,
    bytes: () => archiveOf(row),
  };
}

/** The bytes of that archive, of a version that anyone may read. */
export function archiveOf(row: SkillFileRow): Promise<Uint8Array> {
  const archives = cacheOfMade<Uint8Array>("skill-archives", KEPT_BYTES_MAX);
  return archives(`${row.version_id} ${row.quarantined_at ? "waits" : ""}`, async () => {
    const beside = await read((sql) => filesOfVersion(sql, row.version_id));
    const files = [{ path: "SKILL.md", bytes: Buffer.from(versionFile(row)) }, ...beside];
    const tar = await packTar(
      files.map(({ path, bytes }) => ({
        header: { name: path, size: bytes.byteLength, type: "file", mode: 0o644, mtime: MTIME },
        body: bytes,
      })),
    );
    const packed = gzipSync(tar, { level: 6, mtime: 0 });
    packed[OS_BYTE] = UNKNOWN_OS;
    return packed;
  });
}
