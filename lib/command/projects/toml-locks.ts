import path from "node:path";
import { parse } from "smol-toml";
import { type Place, textOf } from "@/lib/command/projects/place";
import { compare, contains, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import { type From, fromOf } from "@/lib/command/projects/registries";
import { versionOf } from "@/lib/command/projects/version-texts";

export type PinnedVersions = {
  file: string;
  /** Of all packages that it lists. */
  names: string[];
  /** The pinned versions of a package, the highest first: those that `range` allows, else all. */
  versionsOf: (name: string, range: string | null) => string[];
  /** Where a package comes from; undefined for one that it does not list. */
  from: (name: string) => From | undefined;
};

/** How an ecosystem writes names and versions. */
export type Spelling = { name: (text: string) => string; version: (text: string) => string | null };

/**
 * The nearest of the lock files that list `[[package]]` with a name and a version, as Cargo, uv, Poetry and PDM write
 * them, or `[[packages]]`, as a `pylock.toml` does.
 */
export function tomlLock(
  place: Place,
  names: readonly string[],
  spelling: Partial<Spelling> = {},
): PinnedVersions | null {
  const found = place.nearest(...names);
  if (!found) return null;
  const { file, text } = found;
  const { name: key = (name) => name, version: read = versionOf } = spelling;
  const versions = place.parsed(file, text, (each) => {
    const listed = new Map<string, { versions: Set<string>; from: From }>();
    const lock = parse(each);
    const entries = [lock.package, lock.packages].find(Array.isArray) ?? [];
    for (const entry of entries.map((one: unknown): Record<string, unknown> => Object(one))) {
      const [name, version] = [textOf(entry.name), textOf(entry.version)];
      if (name === null) continue;
      const from = sourceOf(entry, path.basename(file));
      const known = listed.get(key(name));
      const versions = known?.versions ?? new Set();
      if (version !== null) versions.add(read(version) ?? "");
      listed.set(key(name), { versions, from: known?.from === "elsewhere" ? known.from : from });
    }
    if (entries.length === 0 && !("version" in lock) && !("lock-version" in lock) && !("metadata" in lock))
      throw new Error("it lists no packages");
    return listed;
  });
  if (!versions) return null;
  return {
    file,
    names: [...versions.keys()],
    versionsOf: (name, range) => highestFirst([...(versions.get(key(name))?.versions ?? [])], range),
    from: (name) => versions.get(key(name))?.from,
  };
}

/** Cargo writes an address, uv `{ registry }` or another member, Poetry `{ type, url }`, PDM and pylock members of their own. */
function sourceOf(entry: Record<string, unknown>, file: string): From {
  const { source, index } = entry;
  const isOwn = ["path", "git", "url", "vcs", "directory", "archive"].some((member) => member in entry);
  if (isOwn) return "elsewhere";
  const address = textOf(source) ?? textOf(Object(source).registry) ?? textOf(index);
  if (address !== null) return fromOf(address);
  // Cargo names no source for a package of the workspace, Poetry none for PyPI.
  if (source === undefined) return file === "Cargo.lock" ? "elsewhere" : file === "poetry.lock" ? "public" : null;
  return Object(source).type === "legacy" ? fromOf(textOf(Object(source).url)) : "elsewhere";
}

function highestFirst(texts: readonly string[], range: string | null): string[] {
  const read = texts.flatMap((text) => {
    const version = parseVersion(text);
    return version ? [{ text, version }] : [];
  });
  read.sort((a, b) => compare(b.version, a.version));
  const allowed = range === null ? null : parseRange(range);
  const fitting = read.filter(({ version }) => !allowed || contains(allowed, version));
  return (fitting.length > 0 ? fitting : read).map(({ text }) => text);
}
