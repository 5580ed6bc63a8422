import type { Place } from "@/lib/command/projects/place";
import { compare, contains, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import { versionOf } from "@/lib/command/projects/version-texts";

export type PinnedVersions = {
  file: string;
  /** The pinned versions of a package, the highest first: those that `range` allows, else all. */
  versionsOf: (name: string, range: string | null) => string[];
};

/**
 * The nearest of the lock files that list `[[package]]` with a name and a version, as Cargo, uv, Poetry and PDM write
 * them: line by line, because these files are long and generated.
 */
export function tomlLock(place: Place, names: readonly string[], key = (name: string) => name): PinnedVersions | null {
  const found = place.nearest(...names);
  if (!found) return null;
  const { file, text } = found;
  const versions = new Map<string, Set<string>>();
  let at: string | null = null;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) at = line.startsWith("[[package]]") ? "" : null;
    const [, member, value = ""] = /^(name|version)\s*=\s*"([^"]*)"/.exec(line) ?? [];
    if (at === null || !member) continue;
    if (member === "name") at = key(value);
    else if (at !== "") versions.set(at, (versions.get(at) ?? new Set()).add(versionOf(value) ?? ""));
  }
  if (versions.size === 0 && text.trim() !== "") place.warn(file, "lists no packages and was ignored");
  return { file, versionsOf: (name, range) => highestFirst([...(versions.get(key(name)) ?? [])], range) };
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
