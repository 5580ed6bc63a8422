import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { FileTrouble } from "@/lib/command/agents/trouble";
import { causeOf } from "@/lib/command/file-trouble";
import { realPlace, whyNotWritable } from "@/lib/command/places";
import { replaceFile } from "@/lib/command/replace-file";

const BOM = "\uFEFF";

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

/** The bytes of a file, null if there is none, also at the end of a link. Throws FileTrouble for what cannot be read. */
export function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new FileTrouble(causeOf(error));
  }
}

/** Throws FileTrouble if the file, or for a new one the nearest folder that exists, may not be written. */
export function requireWritable(file: string): void {
  const why = whyNotWritable(file);
  if (why !== null) throw new FileTrouble(why);
}

/** Writes a file as `replaceFile`. New files are for their owner alone when `isPrivate`. */
export function writeBytes(file: string, bytes: Buffer, { isPrivate = false } = {}): void {
  replaceFile(file, bytes, isPrivate ? { mode: 0o600, folderMode: 0o700 } : {});
}

/** Deletes a file, and those of the folders that are empty then. A link to it stays. */
export function removeFile(file: string, folders: readonly string[] = []): void {
  rmSync(realPlace(file), { force: true });
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

/** The folders that must be created before there is this one, outermost first, each where it really will be. */
export function missingFolders(folder: string): string[] {
  const real = realPlace(folder);
  return existsSync(real) ? [] : [...missingFolders(path.dirname(real)), real];
}
