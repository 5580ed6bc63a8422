import path from "node:path";
import { readBunLock } from "@/lib/command/projects/bun-lock";
import type { VersionOf } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import { readPnpmLock } from "@/lib/command/projects/pnpm-lock";
import { readYarnLock } from "@/lib/command/projects/yarn-lock";

type Locked = {
  /** The lock file, relative to the project's folder. */
  file: string;
  versionOf: VersionOf;
};

type Reader = { manager: string; read: (text: string, folder: string) => VersionOf };

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
 * The versions that the nearest lock file of a JavaScript project pins; null without one. `manager`: the package manager
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
  const versionOf = place.parsed(found.file, found.text, (text) => reader?.read(text, folder));
  return versionOf ? { file: found.file, versionOf } : null;
}

/** The package that Node would load from the folder: its own, else that of the nearest folder above. */
function readPackageLock(text: string, folder: string): VersionOf {
  const lock: unknown = JSON.parse(text);
  const [packages, former] = [own(lock, "packages"), own(lock, "dependencies")];
  if (!packages && !former && !("lockfileVersion" in Object(lock))) throw new Error("it lists no packages");
  return (name) => {
    const parts = folder === "" ? [] : folder.split("/");
    for (let length = parts.length; length >= 0; length -= 1) {
      const entry = own(packages, [...parts.slice(0, length), "node_modules", name].join("/"));
      if (entry) return entry.link === true ? null : textOf(entry.version);
    }
    const version = textOf(own(former, name)?.version);
    // An alias, as npm 6 wrote it.
    return version?.startsWith("npm:") ? version.slice(version.lastIndexOf("@") + 1) : version;
  };
}

function refuseBinary(): never {
  throw new Error("only its text form is read, which bun install --save-text-lockfile writes");
}
