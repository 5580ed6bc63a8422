import path from "node:path";
import { JsoncError, parseTree, plainOf } from "@/lib/command/jsonc";
import { own, type Place, textOf } from "@/lib/command/projects/place";
import { type From, fromOf } from "@/lib/command/projects/registries";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

type LockedPackage = { name: string; version: string | null; from: From };

/** What a lock file of JavaScript pins. */
export type PackageLock = {
  /** The package that the manifest asks for in `range`; null when the lock file does not list it. */
  of(name: string, range: string): LockedPackage | null;
  all(): LockedPackage[];
};

/** Fails for a text with the marks of a merge that nobody has ended. */
function refuseConflicts(text: string): void {
  if (/^(?:<{7} |>{7} |={7}$)/m.test(text)) throw new Error("it holds the conflict markers of a merge");
}

/** With the lock file, relative to the project's folder. */
type Locked = PackageLock & { file: string };

type Reader = { manager: string; read: (text: string, folder: string) => PackageLock };

/** In the order in which they count where a folder has several: npm's own is the one for packages that are published. */
const READERS: Readonly<Record<string, Reader>> = {
  "npm-shrinkwrap.json": { manager: "npm", read: readPackageLock },
  "package-lock.json": { manager: "npm", read: readPackageLock },
  "pnpm-lock.yaml": { manager: "pnpm", read: readPnpmLock },
  "yarn.lock": { manager: "yarn", read: readYarnLock },
  "bun.lock": { manager: "bun", read: readBunLock },
  "bun.lockb": { manager: "bun", read: refuseBinary },
};

/**
 * What the nearest lock file of a JavaScript project pins; null without one. `manager`: the package manager
 * that the manifest names, whose lock file counts before the others of its folder.
 */
export function npmLock(place: Place, manager: string | null): Locked | null {
  const names = Object.keys(READERS);
  const ofManager = names.filter((name) => READERS[name]?.manager === manager);
  const found = place.nearest(...ofManager, ...names.filter((name) => !ofManager.includes(name)));
  if (!found) return null;
  // The project's folder seen from that of the lock file, empty for the same one.
  const folder = path.relative(found.folder, place.folder).split(path.sep).join("/");
  const reader = READERS[path.basename(found.file)];
  const lock = place.parsed(found.file, found.text, (text) => reader?.read(text, folder));
  return lock ? { file: found.file, ...lock } : null;
}

/** Whether a lock file is there, readable or not. */
export function hasNpmLock(place: Place): boolean {
  return place.nearest(...Object.keys(READERS)) !== null;
}

/** The package that Node would load from the folder: its own, else that of the nearest folder above. */
function readPackageLock(text: string, folder: string): PackageLock {
  const lock: unknown = JSON.parse(text);
  const [packages, former] = [own(lock, "packages"), own(lock, "dependencies")];
  if (!packages && !former && !("lockfileVersion" in Object(lock))) throw new Error("it lists no packages");
  return {
    of(name) {
      const parts = folder === "" ? [] : folder.split("/");
      for (let length = parts.length; length >= 0; length -= 1) {
        const entry = own(packages, [...parts.slice(0, length), "node_modules", name].join("/"));
        if (entry) return packageIn(name, entry);
      }
      const entry = own(former, name);
      return entry && packageIn(name, entry);
    },
    all() {
      const installed = Object.entries(packages ?? {}).filter(([key]) => key.includes("node_modules/"));
      const all = packages ? installed : Object.entries(former ?? {});
      return all.map(([key, entry]) => packageIn(key.split("node_modules/").at(-1) ?? key, Object(entry)));
    },
  };
}

function packageIn(key: string, entry: Record<string, unknown>): LockedPackage {
  const name = textOf(entry.name) ?? key;
  if (entry.link === true) return { name, version: null, from: "own" };
  const written = textOf(entry.version);
  // An alias, as npm 6 wrote it.
  const version = written?.startsWith("npm:") ? written.slice(written.lastIndexOf("@") + 1) : written;
  return { name, version, from: fromOf(textOf(entry.resolved) ?? (/^\d/.test(version ?? "") ? null : version)) };
}

function refuseBinary(): never {
  throw new Error("only its text form is read, which bun install --save-text-lockfile writes");
}

/** A `bun.lock`, which is JSON with trailing commas: a workspace's own version of a package is named after it. */
function readBunLock(text: string, folder: string): PackageLock {
  const lock = parseJsonc(text);
  const packages = own(lock, "packages");
  const workspaces = own(lock, "workspaces");
  if (!packages && !workspaces) throw new Error("it lists no packages");
  const workspace = textOf(own(workspaces, folder)?.name);
  return {
    of(name) {
      for (const key of workspace ? [`${workspace}/${name}`, name] : [name]) {
        const entry = own(packages, key);
        if (entry) return packageInBun(name, entry);
      }
      return null;
    },
    all: () => Object.values(packages ?? {}).map((entry) => packageInBun("", entry)),
  };
}

/** `["next@14.2.3", "the registry, empty for the usual one", …]`; a package of the workspace has no version. */
function packageInBun(name: string, entry: unknown): LockedPackage {
  const [resolved, registry]: unknown[] = Array.isArray(entry) ? entry : [];
  const [, real = name, version] = /^(.+)@(?:npm:)?(\d[^@/:]*)$/.exec(textOf(resolved) ?? "") ?? [];
  if (version === undefined) {
    const [of = name, address] = textOf(resolved)?.split(/(?<=.)@/) ?? [];
    return { name: of, version: null, from: address?.startsWith("workspace:") ? "own" : "elsewhere" };
  }
  return { name: real, version, from: fromOf(textOf(registry) || null) };
}

/** The value of a text of JSON that may have comments and trailing commas. Throws for every other text. */
function parseJsonc(text: string): unknown {
  try {
    return plainOf(parseTree(text));
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    throw new Error(`${error.message} in line ${text.slice(0, error.offset).split("\n").length}`);
  }
}

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/**
 * A `pnpm-lock.yaml`, whose importing folders are named since its version 6. pnpm 11 writes a document for the package
 * manager before that of the project.
 */
function readPnpmLock(text: string, folder: string): PackageLock {
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

/** A `yarn.lock`: YAML since Yarn 2, a format of its own before. Both name each package as "name@range". */
function readYarnLock(text: string): PackageLock {
  refuseConflicts(text);
  const packages = /^__metadata:/m.test(text) ? ofBerry(text) : ofClassic(text);
  return {
    of: (name, range) => packages.get(`${name}@${range}`) ?? packages.get(`${name}@npm:${range}`) ?? null,
    all: () => [...packages.values()],
  };
}

function ofBerry(text: string): Map<string, LockedPackage> {
  const packages = new Map<string, LockedPackage>();
  for (const document of yamlObjects(text))
    for (const [keys, given] of Object.entries(document)) {
      const entry = keys === "__metadata" ? null : own({ given }, "given");
      if (!entry) continue;
      // "next@npm:14.2.3"; a package of another registry has its address after it.
      const resolution = textOf(entry.resolution) ?? "";
      const version = textOf(entry.version);
      const isPlain = resolution === "" || /@npm:[^:]+$/.test(resolution) || /@patch:[^#]+@npm%3A/.test(resolution);
      // A package of the workspace has the version 0.0.0-use.local.
      const isOwn = version === null || version.endsWith("-use.local");
      const found: LockedPackage = {
        name: nameIn(resolution || keys),
        version: isOwn ? null : version,
        from: isOwn ? "own" : isPlain ? null : "elsewhere",
      };
      for (const key of keys.split(/,\s*/)) packages.set(key, found);
    }
  return packages;
}

function nameIn(key: string): string {
  return /^"?((?:@[^/@]+\/)?[^@]+)@/.exec(key)?.[1] ?? key;
}

/** Keys, each in quotes where it needs them, before a colon; and members, indented by two blanks or more. */
function ofClassic(text: string): Map<string, LockedPackage> {
  const packages = new Map<string, LockedPackage>();
  let found: LockedPackage | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    if (/^\S/.test(line)) {
      if (!line.trimEnd().endsWith(":")) throw new Error(`"${line.slice(0, 40)}" is not an entry of a lock file`);
      const keys = line.trimEnd().slice(0, -1).split(/,\s*/);
      found = { name: nameIn(keys[0] ?? ""), version: null, from: null };
      for (const key of keys) packages.set(key.replace(/^"|"$/g, ""), found);
    }
    const [, member, value = ""] = /^ {2}(version|resolved) "?([^"\s]+)"?\s*$/.exec(line) ?? [];
    if (found && member === "version") found.version = value;
    if (found && member === "resolved") found.from = fromOf(value);
  }
  return packages;
}
