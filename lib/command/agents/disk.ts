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

const BOM = "\uFEFF";
const OWNER_MAY_WRITE = 0o200;

/**
 * The text of a file, and apart from it the byte order mark that some editors put first. Throws FileTrouble for what is no
 * UTF-8.
 */
export function textOf(bytes: Buffer): { text: string; mark: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BOM) ? { text: text.slice(1), mark: BOM } : { text, mark: "" };
  } catch {
    throw new FileTrouble("It is no UTF-8 text.");
  }
}

/** The bytes of a file, null if there is none. Throws FileTrouble for a link to nothing and what cannot be read. */
export function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw troubleOf(error);
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new FileTrouble("It is a link to a file that does not exist.");
    return null;
  }
}

/** Throws FileTrouble if the file, or for a new one the nearest folder that exists, may not be written. */
export function requireWritable(file: string): void {
  let place = file;
  while (!existsSync(place)) place = path.dirname(place);
  const { mode } = statSync(place);
  if ((mode & OWNER_MAY_WRITE) === 0)
    throw new FileTrouble(place === file ? "It is read-only." : `The folder ${place} is read-only.`);
  if (place !== file && !statSync(place).isDirectory()) throw new FileTrouble(`${place} is no folder.`);
}

/**
 * Replaces a file in one step, or creates it with its folders. The mode of an existing file and a link to it stay. New
 * files are for their owner alone when `isPrivate`. Throws FileTrouble.
 */
export function writeBytes(file: string, bytes: Buffer, { isPrivate = false } = {}): void {
  const real = existsSync(file) ? realpathSync(file) : file;
  mkdirSync(path.dirname(real), { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) });
  const mode = existsSync(real) ? statSync(real).mode & 0o7777 : isPrivate ? 0o600 : undefined;
  const next = `${real}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(next, bytes, { flag: "wx", ...(mode === undefined ? {} : { mode }) });
    if (mode !== undefined) chmodSync(next, mode);
    renameSync(next, real);
  } catch (error) {
    rmSync(next, { force: true });
    throw troubleOf(error);
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

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

function troubleOf(error: unknown): FileTrouble {
  const known: Record<string, string> = {
    EACCES: "Your user may not read or write it.",
    EPERM: "Your user may not write it.",
    EISDIR: "It is a folder.",
    ENOTDIR: "A part of its path is no folder.",
    ELOOP: "It is a link to itself.",
    ENOSPC: "The disk is full.",
    EROFS: "The disk is read-only.",
  };
  return new FileTrouble(known[codeOf(error)] ?? (error instanceof Error ? error.message : String(error)));
}
