import { type LockedPackage, type PackageLock, refuseConflicts } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import { fromOf } from "@/lib/command/projects/registries";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/**
 * A `pnpm-lock.yaml`, whose importing folders are named since its version 6. pnpm 11 writes a document for the package
 * manager before that of the project.
 */
export function readPnpmLock(text: string, folder: string): PackageLock {
  refuseConflicts(text);
  const documents = text.split(/^---(?=\s)/m).flatMap((document) => yamlObjects(beforePackages(document)));
  if (!documents.some((each) => "lockfileVersion" in each)) throw new Error("it is not a lock file of pnpm");
  const addresses = new Map(
    Array.from(text.matchAll(ADDRESSED), ([, name, version, address = ""]) => [`${name}@${version}`, fromOf(address)]),
  );
  const versions = new Map<string, LockedPackage>();
  for (const document of documents) {
    const importers = own(document, "importers");
    const importer = importers ? own(importers, folder || ".") : document;
    for (const section of SECTIONS)
      for (const [name, entry] of Object.entries(own(importer, section) ?? {})) {
        const written = textOf(entry) ?? textOf(own({ entry }, "entry")?.version) ?? "";
        const version = versionIn(written);
        const elsewhere = written.startsWith("link:") ? "own" : "elsewhere";
        versions.set(name, {
          name,
          version,
          from: version === null ? elsewhere : (addresses.get(`${name}@${version}`) ?? null),
        });
      }
  }
  return {
    of: (name) => versions.get(name) ?? null,
    all: () => [
      ...[...versions.values()].filter(({ from }) => from === "own"),
      ...Array.from(text.matchAll(PACKAGE), ([, name = "", version = ""]) => ({
        name,
        version,
        from: addresses.get(`${name}@${version}`) ?? null,
      })),
    ],
  };
}

/** A key below `packages:`, such as `'@scope/name@1.2.3(react@18.3.1)':` or `/name/1.2.3:`. */
const PACKAGE = /^ {2}['"]?\/?((?:@[^/@'"\s]+\/)?[^/@'"(\s]+)[@/](\d[^('":_@\s]*)/gm;
/** Such a key with an address, which stands there for a registry whose addresses pnpm cannot tell. */
const ADDRESSED = new RegExp(`${PACKAGE.source}.*:\\s+resolution: \\{[^}\\n]*tarball: ([^,}\\s]+)`, "gm");

/** What is long in a lock file says nothing about the project's own dependencies, and stands last. */
function beforePackages(document: string): string {
  const at = /^(?:packages|snapshots):/m.exec(document)?.index;
  return at === undefined ? document : document.slice(0, at);
}

/** Without the peers and the name: "14.2.3(react@18.3.1)", "14.2.3_react@18.3.1", "next@14.2.3", "/next/14.2.3". */
function versionIn(text: string): string | null {
  const plain = text.replace(/[(_].*$/s, "");
  return /^(?:\/?(?:@[^/@]+\/)?[^/@:]+[@/])?(\d[^@/:]*)$/.exec(plain)?.[1] ?? null;
}
