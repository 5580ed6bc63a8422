import type { Place } from "@/lib/command/projects/place";

/** Where a lock file says a package comes from: `own` is a package of the workspace; null where it does not say. */
export type From = "public" | "elsewhere" | "own" | null;

/** Hosts whose packages everybody may read. */
const PUBLIC: ReadonlySet<string> = new Set(
  (
    "registry.npmjs.org registry.yarnpkg.com registry.npmmirror.com npm.jsr.io pypi.org pypi.python.org " +
    "files.pythonhosted.org download.pytorch.org index.crates.io rubygems.org packagist.org repo.packagist.org " +
    "api.nuget.org www.nuget.org pub.dev pub.dartlang.org repo.maven.apache.org repo1.maven.org plugins.gradle.org " +
    "dl.google.com maven.google.com repo.spring.io services.gradle.org"
  ).split(" "),
);
const CRATES_INDEX = "https://github.com/rust-lang/crates.io-index";

/** Whether an address is that of a registry that everybody may read. What is not an address is none. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/^(?:registry|sparse)\+/, "");
  return plain === CRATES_INDEX || (/^https?:\/\//.test(plain) && PUBLIC.has(hostOf(plain)));
}

/** What an address in a lock file says. */
export function fromOf(address: string | null): From {
  if (address === null) return null;
  return isPublic(address) ? "public" : "elsewhere";
}

/**
 * The host of the first of these addresses that is not a public registry, as a reason not to send a name; null for
 * none.
 */
export function foreignHost(addresses: Iterable<string | null | undefined>): string | null {
  for (const address of addresses) if (address && !isPublic(address)) return reason(address);
  return null;
}

/** The addresses that a pattern finds in the texts of these files, here, above and at home. */
export function addressesIn(place: Place, names: readonly string[], pattern: RegExp): string[] {
  const texts = [...place.above(...names)].map(({ text }) => text);
  return [...texts, ...place.atHome(...names)].flatMap((text) =>
    Array.from(text.matchAll(pattern), ([, address = ""]) => address),
  );
}

/** Why no name is sent where a lock file is there that tells nothing. */
export const UNREAD = "its lock file cannot be read";
export const ELSEWHERE = "not from a public registry";

/** Why the packages of a registry are not sent. */
export function reason(address: string): string {
  return `from ${hostOf(address) || "a registry of your own"}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}
