import { parse } from "smol-toml";
import type { Place } from "@/lib/command/projects/place";
import { compare, contains, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import { versionOf } from "@/lib/command/projects/version-texts";

export type PinnedVersions = {
  file: string;
  /** Of all packages that it lists. */
  names: string[];
  /** The pinned versions of a package, the highest first: those that `range` allows, else all. */
  versionsOf: (name: string, range: string | null) => string[];
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
    const listed = new Map<string, Set<string>>();
    const lock = parse(each);
    const entries = [lock.package, lock.packages].find(Array.isArray) ?? [];
    for (const { name, version } of entries.map((entry: unknown): { name?: unknown; version?: unknown } =>
      Object(entry),
    ))
      if (typeof name === "string" && typeof version === "string")
        listed.set(key(name), (listed.get(key(name)) ?? new Set()).add(read(version) ?? ""));
    if (entries.length === 0 && !("version" in lock) && !("lock-version" in lock) && !("metadata" in lock))
      throw new Error("it lists no packages");
    return listed;
  });
  if (!versions) return null;
  return {
    file,
    names: [...versions.keys()],
    versionsOf: (name, range) => highestFirst([...(versions.get(key(name)) ?? [])], range),
  };
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
