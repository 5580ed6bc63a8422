import path from "node:path";
import type { Place } from "@/lib/command/projects/place";
import { compare, contains, parseRange, parseVersion } from "@/lib/command/projects/ranges";
import { versionOf } from "@/lib/command/projects/version-texts";

export type PinnedVersions = {
  file: string;
  /** The pinned version of a package: of several the highest that `range` allows. */
  versionOf: (name: string, range: string | null) => string | null;
};

/**
 * The nearest of the lock files that list `[[package]]` with a name and a version, as Cargo, uv, Poetry and PDM write
 * them: line by line, because these files are long and generated.
 */
export function tomlLock(place: Place, names: readonly string[], key = (name: string) => name): PinnedVersions | null {
  for (const name of names) {
    const found = place.nearest(name);
    if (!found) continue;
    const versions = new Map<string, string[]>();
    let at: string | null = null;
    for (const line of found.text.split("\n")) {
      if (line.startsWith("[")) at = line.startsWith("[[package]]") ? "" : null;
      const [, member, value = ""] = /^(name|version)\s*=\s*"([^"]*)"/.exec(line) ?? [];
      if (at === null || !member) continue;
      if (member === "name") at = key(value);
      else if (at !== "") versions.set(at, [...(versions.get(at) ?? []), value]);
    }
    if (versions.size === 0 && found.text.trim() !== "")
      place.warn(path.relative(place.folder, path.join(found.folder, name)), "lists no packages and was ignored");
    const file = path.relative(place.folder, path.join(found.folder, name));
    return { file, versionOf: (each, range) => highest(versions.get(key(each)) ?? [], range) };
  }
  return null;
}

function highest(versions: readonly string[], range: string | null): string | null {
  const allowed = range === null ? null : parseRange(range);
  const read = versions.flatMap((text) => {
    const version = parseVersion(versionOf(text) ?? "");
    return version ? [{ text, version }] : [];
  });
  read.sort((a, b) => compare(b.version, a.version));
  return (read.find(({ version }) => !allowed || contains(allowed, version)) ?? read[0])?.text ?? null;
}
