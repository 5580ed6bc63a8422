import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { realPlace } from "@/lib/command/places";

/**
 * What a file gives that cannot be replaced but can be written: it is a mount of its own, such as a file that a container
 * was given, a rename would cross a device, or no file may be created beside it.
 */
const WRITABLE_IN_PLACE = new Set(["EXDEV", "EBUSY", "EACCES", "EPERM", "EROFS"]);

/**
 * Replaces a file in one step for its readers, or creates it with its folders. The links on its path and the mode of an
 * existing file stay; `mode` and `folderMode` are for what is new. A file that cannot be replaced is written in place. Throws
 * errors of the file system.
 */
export function replaceFile(
  file: string,
  bytes: Buffer | string,
  { mode, folderMode }: { mode?: number; folderMode?: number } = {},
): void {
  const real = realPlace(file);
  const present = statSync(real, { throwIfNoEntry: false });
  const wanted = present ? present.mode & 0o7777 : mode;
  mkdirSync(path.dirname(real), { recursive: true, ...(folderMode === undefined ? {} : { mode: folderMode }) });
  const next = `${real}.${randomBytes(6).toString("hex")}.new`;
  try {
    written(next, bytes, "wx", wanted);
    if (wanted !== undefined) chmodSync(next, wanted);
    renameSync(next, real);
  } catch (error) {
    rmSync(next, { force: true });
    if (!present?.isFile() || !WRITABLE_IN_PLACE.has(Object(error).code)) throw error;
    written(real, bytes, "r+");
  }
}

function written(file: string, bytes: Buffer | string, flags: "wx" | "r+", mode?: number): void {
  const handle = openSync(file, flags, mode);
  try {
    writeFileSync(handle, bytes);
    ftruncateSync(handle, Buffer.byteLength(bytes));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
