import path from "node:path";
import type { Place } from "@/lib/command/projects/place";

export type Locked = {
  /** The lock file, relative to the project's folder. */
  file: string;
  /** The pinned version of a package that the manifest asks for in `range`. */
  versionOf: (name: string, range: string) => string | null;
};
type Found = { folder: string; text: string };

/** The versions that the nearest lock file of a JavaScript project pins; null without one. */
export function npmLock(place: Place): Locked | null {
  for (const [name, read] of [
    ["package-lock.json", ofPackageLock],
    ["npm-shrinkwrap.json", ofPackageLock],
    ["pnpm-lock.yaml", ofPnpm],
    ["yarn.lock", ofYarn],
  ] as const) {
    const found = place.nearest(name);
    if (!found) continue;
    const file = path.relative(place.folder, path.join(found.folder, name));
    const versionOf = place.parsed(file, found.text, () => read(found, folderIn(place, found)));
    if (versionOf) return { file, versionOf };
  }
  return null;
}

/** The project's folder seen from that of the lock file, empty for the same one. */
function folderIn(place: Place, { folder }: Found): string {
  return path.relative(folder, place.folder).split(path.sep).join("/");
}

/** The package that Node would load from the folder: its own, else that of the nearest folder above. */
function ofPackageLock({ text }: Found, folder: string): Locked["versionOf"] {
  const lock = Object(JSON.parse(text));
  const [packages, former] = [Object(lock.packages), Object(lock.dependencies)];
  return (name) => {
    const parts = folder === "" ? [] : folder.split("/");
    for (let length = parts.length; length >= 0; length -= 1) {
      const entry = own(packages, [...parts.slice(0, length), "node_modules", name].join("/"));
      if (entry) return entry.link === true ? null : textOf(entry.version);
    }
    return textOf(own(former, name)?.version);
  };
}

/** Lock files of pnpm name the importing folders since their version 6, and the version on the package's line before. */
function ofPnpm({ text }: Found, folder: string): Locked["versionOf"] {
  const versions = new Map<string, string>();
  for (const { at, value } of yamlValues(text)) {
    const [first = "", importer] = at;
    if (first === "importers" && importer !== (folder || ".")) continue;
    const [section = "", name = "", member = "version"] = first === "importers" ? at.slice(2) : at;
    if (section.toLowerCase().endsWith("dependencies") && member === "version" && /^\d/.test(value))
      // Without the peers: "14.2.3(react@18.3.1)", "14.2.3_react@18.3.1".
      versions.set(name, value.replace(/[(_].*$/, ""));
  }
  return (name) => versions.get(name) ?? null;
}

/** The values of the generated YAML before its list of packages, each with the keys that lead to it. */
function* yamlValues(text: string): Generator<{ at: string[]; value: string }> {
  const open: Array<{ indent: number; key: string }> = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("packages:")) return;
    const [, indent = "", key = "", value = ""] =
      /^( *)('[^']+'|"[^"]+"|[^\s:'"#-][^:]*):(?:\s+(.*?))?\s*$/.exec(line) ?? [];
    if (key === "") continue;
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    open.push({ indent: indent.length, key: unquoted(key) });
    if (value !== "") yield { at: open.map((each) => each.key), value: unquoted(value) };
  }
}

/** Both formats of Yarn: a line of "name@range" keys, and their version below. */
function ofYarn({ text }: Found): Locked["versionOf"] {
  const versions = new Map<string, string>();
  let keys: string[] = [];
  for (const line of text.split("\n")) {
    // The newer format puts all the keys of a line into one pair of quotes.
    if (/^[^\s#].*:\s*$/.test(line)) keys = line.replace(/[":]+\s*$/, "").split(/"?,\s*"?/);
    const version = /^ {2}version:? "?([^"\s]+)"?\s*$/.exec(line)?.[1];
    if (version) for (const key of keys) versions.set(key.replace(/^"/, ""), version);
  }
  return (name, range) => versions.get(`${name}@${range}`) ?? versions.get(`${name}@npm:${range}`) ?? null;
}

function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/, "$2");
}

/** A member that is an object; null for every other value. */
export function own(of: unknown, key: string): Record<string, unknown> | null {
  const value: unknown = Object.hasOwn(Object(of), key) ? Object(of)[key] : null;
  return typeof value === "object" && value !== null ? Object(value) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
