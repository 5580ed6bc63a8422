import { type Ecosystem, technologyOf } from "@/lib/command/projects/package-names";
import type { Technology } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";

/** What one manifest and its lock file say about a package. */
export type Stated = {
  name: string;
  /** As in the lock file; null when none pins it. */
  locked: string | null;
  /** The range of the manifest as node-semver writes it; null when it allows every version or is no range. */
  range: string | null;
};

/** The technologies of an ecosystem's packages, each once: the first that states a version, else the first. */
export function technologiesOf(
  ecosystem: Ecosystem,
  stated: readonly Stated[],
  files: { manifest: string; lock: string | null },
): Technology[] {
  return stated.flatMap(({ name, locked, range }): Technology[] => {
    const technology = technologyOf(ecosystem, name);
    if (technology === null) return [];
    const exact = locked === null ? null : versionOf(locked);
    if (exact !== null) return [{ technology, version: exact, exact: true, source: files.lock ?? files.manifest }];
    return [{ technology, version: range, exact: false, source: files.manifest }];
  });
}

/** A runtime or language that a file names with a version or a range. */
export function runtime(technology: string, text: string | null, source: string): Technology[] {
  const exact = text === null ? null : versionOf(text);
  return exact === null ? [] : [{ technology, version: exact, exact: true, source }];
}

/** Each technology once: the first that states a version, else the first. */
export function eachOnce(technologies: readonly Technology[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const one of technologies) {
    const known = found.get(one.technology);
    if (!known || (known.version === null && one.version !== null)) found.set(one.technology, one);
  }
  return [...found.values()];
}
