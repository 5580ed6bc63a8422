import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { FileTrouble } from "@/lib/command/agents/trouble";
import { causeOf } from "@/lib/command/file-trouble";

const BOM = "\uFEFF";
const OWNER_MAY_WRITE = 0o200;

/**
 * The text of a file, and apart from it the byte order mark that some editors put first. Throws FileTrouble if it is
 * not UTF-8.
 */
export function textOf(bytes: Buffer): { text: string; mark: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BOM) ? { text: text.slice(1), mark: BOM } : { text, mark: "" };
  } catch {
    throw new FileTrouble("It is not UTF-8 text.");
  }
}

/** The bytes of a file, null if there is none. Throws FileTrouble for a link to nothing and what cannot be read. */
export function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw new FileTrouble(causeOf(error));
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new FileTrouble("It is a link to a file that does not exist.");
    return null;
  }
}

/** Throws FileTrouble if the file, or for a new one the nearest folder that exists, may not be written. */
export function requireWritable(file: string): void {
  let place = file;
  while (!lstatSync(place, { throwIfNoEntry: false })) place = path.dirname(place);
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat) throw new FileTrouble(`The folder ${place} is a link to nothing.`);
  if ((stat.mode & OWNER_MAY_WRITE) === 0)
    throw new FileTrouble(place === file ? "It is read-only." : `The folder ${place} is read-only.`);
  if (place !== file && !stat.isDirectory()) throw new FileTrouble(`${place} is not a folder.`);
}

/**
 * Replaces a file in one step, or creates it with its folders. The mode of an existing file and a link to it stay. New
 * files are for their owner alone when `isPrivate`. Throws errors of the file system.
 */
export function writeBytes(file: string, bytes: Buffer, { isPrivate = false } = {}): void {
  const real = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(real) ? statSync(real).mode & 0o7777 : isPrivate ? 0o600 : undefined;
  const next = `${real}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    mkdirSync(path.dirname(real), { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) });
    writeFileSync(next, bytes, { flag: "wx", ...(mode === undefined ? {} : { mode }) });
    if (mode !== undefined) chmodSync(next, mode);
    renameSync(next, real);
  } catch (error) {
    if (existsSync(next)) rmSync(next);
    throw error;
  }
}

/** Deletes a file, and those of the folders that are empty then. */
export function removeFile(file: string, folders: readonly string[] = []): void {
  rmSync(file, { force: true });
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Others use it, or it is gone.
    }
  }
}

/** SHA-256 in hex; null for no file. */
export function digestOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : createHash("sha256").update(bytes).digest("hex");
}

/** The folders that must be created before a file can be put into one, outermost first. */
export function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(path.dirname(folder)), folder];
}
