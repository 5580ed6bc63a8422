import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Io } from "@/lib/command/io";
import { replaceFile } from "@/lib/command/replace-file";

/** The folder for the service in use: tokens and threads of one service never reach another. */
export function placeOf(io: Io, ...parts: string[]): string {
  return path.join(io.settings, io.base.replace(/[^\w.-]+/g, "_"), ...parts);
}

/** A file that only the user may read, replaced as a whole: a reader never sees half of it. */
export function keep(file: string, value: unknown): void {
  replaceFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });
}

/** The JSON value in a file; null if the file is missing or is not JSON. */
export async function kept<T>(file: string): Promise<T | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON values in the files of a folder, in the order of their names. */
export async function keptIn<T>(folder: string): Promise<T[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  const values = await Promise.all(names.map((name) => kept<T>(path.join(folder, name))));
  return values.filter((value) => value !== null) as T[];
}

/** Forgets a file; whether there was one. */
export async function forget(file: string): Promise<boolean> {
  return rm(file).then(
    () => true,
    () => false,
  );
}
