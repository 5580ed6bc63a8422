import path from "node:path";
import { readBunLock } from "@/lib/command/projects/bun-lock";
import type { LockedPackage, PackageLock } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import { readPnpmLock } from "@/lib/command/projects/pnpm-lock";
import { fromOf } from "@/lib/command/projects/registries";
import { readYarnLock } from "@/lib/command/projects/yarn-lock";

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
