import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { JsonEdit, JsonTrace } from "@/lib/command/agents/json-text";
import type { TomlEdit, TomlTrace } from "@/lib/command/agents/toml-text";
import { causeOf, FileError, fileTrouble, realPlace, replaceFile, whyNotWritable } from "@/lib/command/file-system";
import { CommandError, type Io } from "@/lib/command/io";

/** One edit that was made, with what taking it back needs. */
export type Step =
  | { kind: "json"; edit: JsonEdit; trace: JsonTrace }
  | { kind: "toml"; edit: TomlEdit; trace: TomlTrace }
  | { kind: "whole" };

/** What install did to one file. */
export type Installed = {
  /** SHA-256 of the file as it was, without anything of Cairn's; null if there was none. */
  before: string | null;
  /** SHA-256 of the file as install left it. */
  after: string;
  /** The folders that install created for it. */
  folders: string[];
  steps: Step[];
};

/** What install did on this computer, by file. */
export type Receipt = {
  version: 1;
  files: Record<string, Installed>;
  /** The folders that were created for this receipt. */
  folders: string[];
};

type Folder = Pick<Io, "settings">;

/** The receipt; an empty one if nothing is installed. Throws CommandError if it cannot be read. */
export function readReceipt(io: Folder): Receipt {
  const file = receiptFile(io);
  try {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isReceipt(found)) return found;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { version: 1, files: {}, folders: missingFolders(io.settings) };
    const trouble = fileTrouble(error, file);
    if (trouble) throw trouble;
  }
  throw new CommandError(
    "bad_receipt",
    `${file} cannot be read, so it is not known which files were changed.`,
    `Look for "cairn" in your agents' configuration files, remove it by hand, then delete ${file}.`,
  );
}

/** Stores the receipt; without files it is deleted, with the folder if nothing else is in it. */
export function writeReceipt(io: Folder, receipt: Receipt): void {
  const file = receiptFile(io);
  const { version, files, folders } = receipt;
  if (Object.keys(files).length === 0) removeFile(file, [backupFolder(io), io.settings, ...folders]);
  else writeBytes(file, Buffer.from(`${JSON.stringify({ version, folders, files }, null, 2)}\n`), { isPrivate: true });
}

/** Keeps the bytes of a file as they were. */
export function keepBackup(io: Folder, file: string, bytes: Buffer): void {
  writeBytes(backupFile(io, file), bytes, { isPrivate: true });
}

/** The bytes that were kept of a file; null if they are gone or are not those of the receipt. */
export function readBackup(io: Folder, file: string, { before }: Installed): Buffer | null {
  const bytes = readBytes(backupFile(io, file));
  return digestOf(bytes) === before ? bytes : null;
}

export function dropBackup(io: Folder, file: string): void {
  removeFile(backupFile(io, file));
}

/** Where backups are kept. */
export const backupFolder = ({ settings }: Folder) => path.join(settings, "backups");
const receiptFile = ({ settings }: Folder) => path.join(settings, "installed.json");

/** Where the bytes of a file are kept. */
export function backupFile(io: Folder, file: string): string {
  const digest = digestOf(Buffer.from(file))?.slice(0, 12);
  return path.join(backupFolder(io), `${digest}-${path.basename(file)}`);
}

function isReceipt(found: unknown): found is Receipt {
  const { version, files, folders } = Object(found);
  return version === 1 && Object(files) === files && Array.isArray(folders);
}

const BOM = "\uFEFF";

/**
 * The text of a file, and apart from it the byte order mark that some editors put first. Throws FileError if it is
 * not UTF-8.
 */
export function textOf(bytes: Buffer): { text: string; mark: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BOM) ? { text: text.slice(1), mark: BOM } : { text, mark: "" };
  } catch {
    throw new FileError("It is not UTF-8 text.");
  }
}

/** The bytes of a file, null if there is none, also at the end of a link. Throws FileError for what cannot be read. */
export function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new FileError(causeOf(error));
  }
}

/** Throws FileError if the file, or for a new one the nearest folder that exists, may not be written. */
export function requireWritable(file: string): void {
  const why = whyNotWritable(file);
  if (why !== null) throw new FileError(why);
}

/** Writes a file as `replaceFile`. With `isPrivate`, only the owner can read new files. */
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
