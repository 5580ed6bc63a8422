import { type Ecosystem, technologyOf } from "@/lib/command/projects/package-names";
import type { Technology } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";
import { withJavaNumbers } from "@/lib/contract/versions/comparable";
import { inFull, readWritten } from "@/lib/contract/versions/written-version";

/** What one manifest and its lock file say about a package. */
export type Stated = {
  name: string;
  /** The version that is built with, as the lock file or the manifest pins it; null when neither does. */
  locked: string | null;
  /** The range as node-semver writes it; null when it allows every version or cannot be read. */
  range: string | null;
  /** The file that states the range; default: the manifest. */
  source?: string;
  /** Why its name does not leave this computer; null or missing: it is public. */
  withheld?: string | null;
  /** Whether only another package asks for it. */
  indirect?: boolean;
};

/** The technology of each package that stands for one: with the locked version, else with the range. */
export function technologiesOf(
  ecosystem: Ecosystem,
  stated: readonly Stated[],
  files: { manifest: string; lock: string | null },
): Technology[] {
  return stated.flatMap(({ name, locked, range, source = files.manifest, withheld, indirect }): Technology[] => {
    const technology = technologyOf(ecosystem, name);
    if (technology === null) return [];
    const exact = locked === null ? null : versionOf(locked);
    const more = {
      ...(withheld ? { withheld } : {}),
      ...(indirect ? { indirect } : {}),
      ...(name === technology ? {} : { package: name }),
    };
    if (exact !== null)
      return [{ technology, version: exact, exact: true, source: files.lock ?? files.manifest, ...more }];
    return [{ technology, version: range, exact: false, source, ...more }];
  });
}

/**
 * A runtime or language that a file names with a version, or with the beginning of one: "20" and the image tag
 * "20-alpine" are the newest release of that line, whichever it is. None for a text that is neither.
 */
export function runtime(technology: string, text: string | null, source: string): Technology[] {
  const plain = technology === "java" ? withJavaNumbers(text ?? "") : (text ?? "");
  const read = readWritten(plain.replace(/(?:\.[x*])+$/, ""));
  if (read === null) return [];
  if (read.numbers.length > 2 || read.prerelease !== "")
    return [{ technology, version: inFull(read), exact: true, source }];
  const beginning = `${read.numbers.length === 1 ? "^" : "~"}${read.numbers.join(".")}`;
  return [{ technology, version: beginning, exact: false, source }];
}

/** Each technology once: the first that states a version, else the first. What is withheld anywhere is withheld. */
export function eachOnce(technologies: readonly Technology[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const one of technologies) {
    const known = found.get(one.technology);
    const withheld = known?.withheld ?? one.withheld;
    const chosen = !known || (known.version === null && one.version !== null) ? one : known;
    found.set(one.technology, withheld === undefined ? chosen : { ...chosen, withheld });
  }
  return [...found.values()];
}
