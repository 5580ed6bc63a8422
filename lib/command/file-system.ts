import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandError } from "@/lib/command/io";

const LINKS_MAX = 40;
const OWNER_MAY_WRITE = 0o200;

/**
 * Where a file is, or where it would be created: every link on its path is followed, also one to something that does not
 * exist yet. Throws an error with the code ELOOP for links that lead to themselves.
 */
export function realPlace(file: string): string {
  const { root } = path.parse(path.resolve(file));
  const rest = partsOf(path.resolve(file));
  let at = root;
  for (let links = 0; rest.length > 0; ) {
    const part = rest.shift() ?? "";
    const next = part === ".." ? path.dirname(at) : path.join(at, part);
    if (part === ".." || !entryAt(next)?.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) throw Object.assign(new Error(`${file} leads to itself.`), { code: "ELOOP", path: file });
    const target = readlinkSync(next);
    if (path.isAbsolute(target)) at = path.parse(target).root;
    rest.unshift(...partsOf(target));
  }
  return at;
}

/** Whether a file is, or would be, below a folder, wherever the links on its path lead. */
export function isWithin(folder: string, file: string): boolean {
  return realPlace(file).startsWith(realPlace(folder) + path.sep);
}

/** Why a file, or for a new one the nearest folder that exists, may not be written, in a sentence; null if it may. */
export function whyNotWritable(file: string): string | null {
  const real = realPlace(file);
  let place = real;
  while (!entryAt(place)) place = path.dirname(place);
  const stat = statSync(place);
  if (!mayWrite(place, stat.mode)) return place === real ? "It is read-only." : `The folder ${place} is read-only.`;
  if (place === real) return stat.isDirectory() ? "It is a folder." : null;
  return stat.isDirectory() ? null : `${place} is not a folder.`;
}

/** The entry at a path, without following links; undefined if nothing is there, or a part of the path is a file. */
function entryAt(place: string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(Object(error).code)) return undefined;
    throw error;
  }
}

/** The mode says it also to the superuser, who may write everything. */
function mayWrite(place: string, mode: number): boolean {
  if ((mode & OWNER_MAY_WRITE) === 0) return false;
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function partsOf(file: string): string[] {
  const { root } = path.parse(file);
  return file
    .slice(root.length)
    .split(path.sep)
    .filter((part) => part !== "" && part !== ".");
}

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

const PERMISSIONS = "Change the owner or the permissions of the file or its folder";
/** What errors of the file system mean, as sentences about "it", and what to do. */
const CAUSES: Record<string, readonly [cause: string, remedy: string]> = {
  EACCES: ["You do not have permission to read or write it.", PERMISSIONS],
  EPERM: ["You do not have permission to change it.", PERMISSIONS],
  EROFS: ["It is on a read-only disk.", "Make the disk writable"],
  ENOSPC: ["The disk is full.", "Free some space on the disk"],
  EEXIST: ["Something else is in its place.", "Move that away"],
  ENOENT: ["A folder on its path does not exist, or is a link to nothing.", "Create the folder, or remove the link"],
  ENOTDIR: ["A part of its path is a file, not a folder.", "Move that file away"],
  EISDIR: ["It is a folder, not a file.", "Move that folder away"],
  ELOOP: ["A link on its path leads to itself.", "Remove the link"],
};
/** The names of files that are written beside the one they are for. */
const TEMPORARY = /(?:\.[\da-f]{12})?\.(new|tmp)$/;

/** What went wrong, as a sentence about "it", the file. */
export function causeOf(error: unknown): string {
  return found(error)?.[0] ?? (error instanceof Error ? error.message : String(error));
}

/**
 * An error of the file system for the user: which file, why, and what to do; null for other errors. Node names no file
 * when the disk is full or a folder is read as a file: `file` is the one to name then.
 */
export function fileTrouble(error: unknown, file = "A file"): CommandError | null {
  const [cause, remedy] = found(error) ?? [];
  if (!cause) return null;
  const named = error instanceof Error && "path" in error ? String(error.path).replace(TEMPORARY, "") : file;
  return new CommandError(
    "file_trouble",
    `${named} cannot be used. ${cause}`,
    `${remedy}, then run the command again.`,
  );
}

function found(error: unknown) {
  return error instanceof Error && "code" in error ? CAUSES[String(error.code)] : undefined;
}

/** A file that cannot be changed safely: what is wrong with it, as a sentence about "it". */
export class FileError extends Error {
  override readonly name = "FileError";
}
