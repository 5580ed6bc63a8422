import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { CommandError } from "@/lib/command/io";

/** A manifest or lock file that could not be read, in words. */
export type Warning = { file: string; detail: string };

/** Files that are larger are not read: they are neither manifests nor lock files. */
const MIB_MAX = 32;

const NESTED = /(?:[[{]\s*){500}/;

/** A file in a folder at or above that of a manifest; `file` is seen from there. */
type FoundFile = { folder: string; file: string; text: string };

/** Files as a project has them: on the disk, or in a commit. Paths are absolute. */
type Disk = {
  /** The bytes of a file, whatever it holds; null without one. */
  size(file: string): number | null;
  read(file: string): string;
  /** The names in a folder; may throw. */
  names(folder: string): string[];
  /** Whether a link is there. */
  isLink(file: string): boolean;
  /** Whether a file is below a folder, wherever links lead. */
  isBelow(folder: string, file: string): boolean;
};

/** How a project is read. */
export type Reading = {
  /** Whose settings name private registries. */
  home?: string;
  env?: Record<string, string | undefined>;
  /** Whether the packages that only others ask for are read too, where the lock file lists them. */
  all?: boolean;
  /** Names of packages, scopes and owners that stay here by the user's own word. */
  private?: readonly string[];
  disk?: Disk;
};

export const DISK: Disk = {
  size(file) {
    const found = statSync(file);
    return found.isFile() ? found.size : null;
  },
  read: (file) => readFileSync(file, "utf8"),
  names: (folder) => readdirSync(folder),
  isLink: (file) => lstatSync(file).isSymbolicLink(),
  isBelow: (folder, file) => realpathSync(file).startsWith(path.join(realpathSync(folder), path.sep)),
};

/** The folder of a manifest, as its reader sees it. */
export type Place = {
  readonly folder: string;
  readonly env: Record<string, string | undefined>;
  readonly all: boolean;
  /** The texts of those of these files that the user's home folder has. */
  atHome(...names: string[]): string[];
  /** Whether a link is there. */
  isLink(name: string): boolean;
  /** The text of a file in this folder; null without one. A file that cannot be read, or is larger, is warned of. */
  text(name: string, mibMax?: number): string | null;
  /** The names in this folder that match, sorted. */
  names(pattern: RegExp): string[];
  /** The first of these files in the nearest folder, from here up to the root of the repository, that has one. */
  nearest(...names: string[]): FoundFile | null;
  /** All of them, from the nearest. */
  above(...names: string[]): Iterable<FoundFile>;
  /** What `parse` makes of a text; null, with a warning, when it throws. */
  parsed<T>(file: string, text: string, parse: (text: string) => T): T | null;
  /** The same of a file in this folder; null without one. */
  read<T>(name: string, parse: (text: string) => T): T | null;
  warn(file: string, detail: string): void;
};

export function placeAt(
  folder: string,
  root: string,
  warnings: Warning[],
  { home, env = {}, all = false, disk = DISK }: Reading = {},
): Place {
  const warn = (file: string, detail: string) => {
    if (!warnings.some((known) => known.file === file && known.detail === detail)) warnings.push({ file, detail });
  };
  /** A link out of the project may lead to a file of another one, whose content is none of this. */
  const inProject = (file: string, mibMax = MIB_MAX) => {
    const isOutside = sizeOf(disk, file) !== null && orNull(() => disk.isBelow(root, file)) === false;
    if (isOutside) warn(file, "is a link out of the project and was ignored");
    return isOutside ? null : readText(disk, file, mibMax, warn);
  };
  const place: Place = {
    folder,
    env,
    all,
    atHome: (...names) =>
      home === undefined ? [] : names.flatMap((name) => readText(DISK, path.join(home, name), MIB_MAX, warn) ?? []),
    isLink: (name) => orNull(() => disk.isLink(path.join(folder, name))) ?? false,
    text: (name, mibMax = MIB_MAX) => inProject(path.join(folder, name), mibMax),
    names: (pattern) => namesIn(disk, folder, pattern),
    nearest(...names) {
      for (const found of place.above(...names)) return found;
      return null;
    },
    *above(...names) {
      for (const each of foldersUpTo(folder, root))
        for (const name of names) {
          const file = path.join(each, name);
          const text = inProject(file);
          if (text !== null) yield { folder: each, file: path.relative(folder, file), text };
        }
    },
    parsed(file, text, parse) {
      try {
        // Some parsers need seconds for what no program writes.
        if (NESTED.test(text)) throw new Error("it is nested too deeply");
        return parse(text);
      } catch (error) {
        place.warn(file, `is malformed and was ignored: ${firstLine(error)}`);
        return null;
      }
    },
    read(name, parse) {
      const text = place.text(name);
      return text === null ? null : place.parsed(name, text, parse);
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

/** The bytes of a file, or of the file that a link leads to, whatever it holds; null without one. */
export function sizeOf(disk: Disk, file: string): number | null {
  return orNull(() => disk.size(file));
}

/** The names in a folder that match, sorted; none of a folder that cannot be read. */
export function namesIn(disk: Disk, folder: string, pattern: RegExp): string[] {
  return (orNull(() => disk.names(folder)) ?? []).filter((name) => pattern.test(name)).sort();
}

/** What `ask` returns; null when it throws. */
export function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

function readText(
  disk: Disk,
  file: string,
  mibMax: number,
  warn: (file: string, detail: string) => void,
): string | null {
  const size = sizeOf(disk, file);
  if (size === null) return null;
  if (size > mibMax * 1024 * 1024) {
    warn(file, `is larger than ${mibMax} MiB and was ignored`);
    return null;
  }
  try {
    return disk.read(file).replace(/^\uFEFF/, "");
  } catch (error) {
    warn(file, `cannot be read: ${firstLine(error)}`);
    return null;
  }
}

/** What went wrong, in one line. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

/** A text of JSON that holds an object. Throws for every other text than JSON. */
export const jsonObject = (text: string) => Object(JSON.parse(text));

/** A member of a parsed document that is an object; null for every other value. */
export function own(of: unknown, key: string): Record<string, unknown> | null {
  const value: unknown = Object.hasOwn(Object(of), key) ? Object(of)[key] : null;
  return typeof value === "object" && value !== null ? Object(value) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A text without its comments, or whatever else begins and ends so. */
export function without(text: string, start: string, end: string): string {
  const [first = "", ...others] = text.split(start);
  return first + others.map((part) => part.split(end).slice(1).join(end)).join("");
}

const TREE_BYTES_MAX = 256 * 1024 * 1024;
/** Mode, kind, object, size and path of an entry of `git ls-tree -l`. */
const ENTRY = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.+)$/s;

/** The files of a commit of the repository that a folder belongs to, by their paths here. Throws a CommandError. */
export function diskAtCommit(folder: string, ref: string): Disk {
  const root = repositoryOf(folder);
  if (root === null) throw trouble(`${folder} is in no repository.`, "Run the command in a clone.");
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, ...args], {
      encoding: "utf8",
      maxBuffer: TREE_BYTES_MAX,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const commit = asked(
    () => git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`).trim(),
    ref,
  );
  const files = new Map<string, { object: string; size: number }>();
  const folders = new Map<string, Set<string>>();
  for (const line of asked(() => git("ls-tree", "-r", "-l", "-z", "--full-tree", commit), ref).split("\0")) {
    const [, object = "", size = "", name = ""] = ENTRY.exec(line) ?? [];
    if (name === "") continue;
    const file = path.join(root, name);
    files.set(file, { object, size: Number(size) });
    const above = path.dirname(file);
    folders.set(above, (folders.get(above) ?? new Set()).add(path.basename(file)));
  }
  return {
    size: (file) => files.get(file)?.size ?? null,
    read: (file) => git("cat-file", "blob", files.get(file)?.object ?? ""),
    names: (at) => [...(folders.get(at) ?? [])],
    isLink: () => false,
    isBelow: () => true,
  };
}

function asked<T>(ask: () => T, ref: string): T {
  try {
    return ask();
  } catch (error) {
    if (Object(error).code === "ENOENT") throw trouble("git was not found.", "Install git, or leave out --base.");
    throw trouble(
      `${ref} is not a commit here.`,
      "Fetch it first: in CI, check out the whole history or fetch the branch.",
    );
  }
}

function trouble(detail: string, next_step: string): CommandError {
  return new CommandError("no_base", detail, next_step);
}
