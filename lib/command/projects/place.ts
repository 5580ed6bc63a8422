import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** A manifest or lock file that could not be read, in words. */
export type Warning = { file: string; detail: string };

/** Larger files are no manifests, and their lock files are not read. */
const BYTES_MAX = 32 * 1024 * 1024;

/** The folder of a manifest, as its reader sees it. */
export type Place = {
  readonly folder: string;
  /** The text of a file in this folder; null without one. A file that cannot be read is warned of. */
  text(name: string): string | null;
  /** The same for the nearest of the folders from here up to the root of the repository. */
  nearest(name: string): { folder: string; text: string } | null;
  /** What `parse` makes of a text; null, with a warning, when it throws. */
  parsed<T>(file: string, text: string, parse: (text: string) => T): T | null;
  warn(file: string, detail: string): void;
};

export function placeAt(folder: string, root: string, warnings: Warning[]): Place {
  const warn = (file: string, detail: string) => {
    if (!warnings.some((known) => known.file === file && known.detail === detail)) warnings.push({ file, detail });
  };
  const place: Place = {
    folder,
    text: (name) => readText(path.join(folder, name), warn),
    nearest(name) {
      for (const each of foldersUpTo(folder, root)) {
        const text = readText(path.join(each, name), warn);
        if (text !== null) return { folder: each, text };
      }
      return null;
    },
    parsed(file, text, parse) {
      try {
        return parse(text);
      } catch (error) {
        warn(path.join(folder, file), `is malformed and was ignored: ${firstLine(error)}`);
        return null;
      }
    },
    warn: (file, detail) => warn(path.join(folder, file), detail),
  };
  return place;
}

/** A folder and those above it, up to and including `root`. */
export function foldersUpTo(folder: string, root: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== root && path.dirname(at) !== at; ) {
    at = path.dirname(at);
    folders.push(at);
  }
  return folders;
}

/** The folder at or above `folder` that holds the repository; null outside of one. */
export function repositoryOf(folder: string): string | null {
  return foldersUpTo(folder, path.parse(folder).root).find((each) => existsSync(path.join(each, ".git"))) ?? null;
}

/** Whether a file of this name is there, whatever it holds. */
export function hasFile(folder: string, name: string): boolean {
  return lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
}

function readText(file: string, warn: (file: string, detail: string) => void): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    if (found.size > BYTES_MAX) {
      warn(file, "is larger than 32 MiB and was ignored");
      return null;
    }
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    warn(file, `cannot be read: ${firstLine(error)}`);
    return null;
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
