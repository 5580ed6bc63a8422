import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type TarHeader, unpackTar } from "modern-tar";
import { FILES_MAX, type SkillFile } from "@/lib/domain/publishing/version-files";
import { grouped } from "@/lib/platform/words";

/** An archive that cannot be read, in words that say why. */
export class ArchiveFault extends Error {}

/** Room for all files of a version, with the headers of each. */
const TAR_BYTES_MAX = 2_097_152;
/** Folders have entries of their own. */
const ENTRIES_MAX = 3 * FILES_MAX;

const unzip = promisify(gunzip);

/**
 * The files of a tar.gz. Nothing is written to a disk. Unpacking ends at 2 MiB and at 300 entries, however small the
 * archive is. Throws `ArchiveFault` for one that is broken or holds anything but files and folders; whether the files
 * may be published is for `checkSkillFiles`.
 */
export async function readArchive(bytes: Uint8Array): Promise<SkillFile[]> {
  const tar = await unzipped(bytes);
  let entries = 0;
  const admit = (header: TarHeader): boolean => {
    entries += 1;
    if (entries > ENTRIES_MAX) throw new ArchiveFault(`has more than ${ENTRIES_MAX} entries`);
    return header.type !== "directory" && isPlain(header);
  };
  const files = await unpackTar(tar, { strict: true, filter: admit }).catch((error: unknown) => {
    throw error instanceof ArchiveFault ? error : new ArchiveFault(`is not a whole tar archive: ${saidOf(error)}`);
  });
  return files.map(({ header, data }) => ({
    path: header.name.replace(/^(?:\.\/+)+/, ""),
    bytes: data ?? new Uint8Array(),
  }));
}

async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: TAR_BYTES_MAX });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw new ArchiveFault(`has more than ${grouped(TAR_BYTES_MAX)} bytes when it is unpacked`);
    throw new ArchiveFault(`is not a whole gzip file: ${saidOf(error)}`);
  }
}

function isPlain({ name, type, pax }: TarHeader): boolean {
  const shown = JSON.stringify(Array.from(name).slice(0, 60).join(""));
  if (type !== "file")
    throw new ArchiveFault(`holds ${shown}, which is a ${type}; only files and folders may be in it`);
  const isSparse = Object.keys(pax ?? {}).some((key) => key.startsWith("GNU.sparse"));
  if (isSparse) throw new ArchiveFault(`holds ${shown} as a sparse file; write it whole`);
  return true;
}

function saidOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.replace(/\.$/, "").toLowerCase();
}
