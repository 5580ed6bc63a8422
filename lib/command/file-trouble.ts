import { CommandError } from "@/lib/command/io";

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
