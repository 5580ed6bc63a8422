import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type TarHeader, unpackTar } from "modern-tar";
import { z } from "zod";
import { type BundleRow, columnsOf, insertBundle, keepNewestBundles, ownBundle } from "@/db/queries/files";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createBundle as contract } from "@/lib/contract/knowledge/submissions";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import {
  checkSkillFiles,
  FILES_MAX,
  filePointer,
  inOrder,
  isTextFile,
  mediaTypeOf,
  type SkillFile,
  textOfFile,
} from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { grouped } from "@/lib/platform/words";

type File = { path: string; bytes: number; sha256: string; media_type: string };
type Created = { data: { bundle_id: string; files: File[]; expires_at: string } };

/** How long a submission may name a bundle. */
const HOURS = 24;
/** Bundles of one connection: more than it needs at a time, and a bound for what it can fill. */
const BUNDLES_KEPT = 10;
const ERRORS_MAX = 20;

/**
 * Stores the files of an archive for a later submission of the same connection. Throws `validation_failed` for an
 * archive that cannot be read or has files beyond the limits, and `unsafe_text` for a text with a secret or hidden
 * characters. Nothing is stored then.
 */
export async function createBundle(ctx: Context, { archive }: InputOf<typeof contract>): Promise<Answered<Created>> {
  const { connection_id } = requireConnection(ctx);
  const files = await filesIn(Buffer.from(archive, "base64"));
  await requirePublicTexts(
    ctx,
    files
      .filter(({ path }) => isTextFile(path))
      .map((file) => ({
        pointer: filePointer(file.path),
        text: textOfFile(file).replace(/^\ufeff/, ""),
        form: "markdown" as const,
      })),
  );
  const rows = files.map(columnsOf);
  return commitOnce<Created>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "write"),
    effect: async (sql) => {
      const bundle_id = newId("bnd");
      const expires_at = await insertBundle(sql, { bundle_id, connection_id, hours: HOURS, files: rows });
      await keepNewestBundles(sql, connection_id, BUNDLES_KEPT);
      return present({
        bundle_id,
        expires_at,
        files: rows.map((row) => ({ ...row, sha256: row.sha256.toString("hex") })),
      });
    },
    // Paths are texts, so they are read again rather than kept a second time.
    redact: ({ data }) => ({ bundle_id: data.bundle_id }),
    restore: async (sql, stored) => {
      const { bundle_id } = z.object({ bundle_id: z.string() }).parse(stored);
      const row = await ownBundle(sql, connection_id, bundle_id);
      if (!row) throw new Problem("answer_erased");
      return present(row);
    },
  });
}

async function filesIn(archive: Uint8Array): Promise<SkillFile[]> {
  const files = await readArchive(archive).catch((error: unknown) => {
    if (!(error instanceof ArchiveFault)) throw error;
    throw refusal([{ pointer: "", code: "invalid_archive", detail: `the archive ${error.message}` }]);
  });
  if (files.length === 0) throw refusal([{ pointer: "", code: "invalid_archive", detail: "the archive has no files" }]);
  const problems = checkSkillFiles(files);
  if (problems.length === 0) return inOrder(files);
  throw refusal(
    problems.slice(0, ERRORS_MAX).map(({ path, reason }) => ({
      pointer: path === null ? "" : filePointer(path),
      code: "file_refused",
      detail: path === null ? `the archive has ${reason}` : reason,
    })),
  );
}

function refusal(errors: Array<{ pointer: string; code: string; detail: string }>): Problem {
  const [first] = errors;
  const detail = `${first?.pointer ? `${first.pointer.slice(1, 81)} ` : ""}${first?.detail}.`;
  return new Problem("validation_failed", { detail, errors });
}

function present({ bundle_id, expires_at, files }: BundleRow): Created {
  return {
    data: {
      bundle_id,
      files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256, media_type: mediaTypeOf(path) })),
      expires_at: expires_at.toISOString(),
    },
  };
}

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
