import type { Origin } from "@/lib/contract/public/resources";

/**
 * The author of the starter library, as its versions name it. No front matter can claim it, because the name of the
 * service is reserved.
 */
export const STARTER_AUTHOR = "Cairn starter library";

type Placed = Pick<Origin, "author" | "source_repository"> & Partial<Pick<Origin, "kind" | "address" | "release">>;

/** What is said of a text whose source names no licence. */
export const LICENSE_UNKNOWN = "licence unknown";

/** The address of an import of which nothing is known. */
export const UNKNOWN_FOLDER = "folder:unknown";

/** What kind of place a text comes from. */
export const ORIGIN_KINDS: Record<Origin["kind"], string> = {
  npm: "npm package",
  git: "git repository",
  folder: "imported folder",
  submission: "submission",
};

/** "npm:@tanstack/db@0.5.1, MIT" or "github.com/acme/skills, licence unknown" */
export function originInWords(origin: Origin): string {
  return `${placeInWords(origin)}, ${origin.license ?? LICENSE_UNKNOWN}`;
}

/** A package with its release, a repository, the starter library, or what else is known of the place. */
export function placeInWords(origin: Placed, unknown = "unknown source"): string {
  return nameOfPlace(origin) ?? (isStarter(origin) ? STARTER_AUTHOR : unknown);
}

/** The same; null where no package, no repository and no folder is known. */
export function nameOfPlace(origin: Placed): string | null {
  const { kind, address = "", release, source_repository } = origin;
  if (kind === "npm") return `${address}${release ? `@${release}` : ""}`;
  if (kind === "git") return withoutScheme(address);
  if (source_repository) return withoutScheme(source_repository);
  return kind === "folder" && address !== UNKNOWN_FOLDER && !isStarter(origin) ? address : null;
}

/** Whether a version is of the starter library, whose source is the service itself. */
export function isStarter(origin: Pick<Origin, "author"> | undefined): boolean {
  return origin?.author === STARTER_AUTHOR;
}

export function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "");
}
