import path from "node:path";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";

export type Locked = {
  /** The lock file, relative to the project's folder. */
  file: string;
  /** The pinned version of a package that the manifest asks for in `range`. */
  versionOf: (name: string, range: string) => string | null;
};

const READERS: Readonly<Record<string, (text: string, folder: string) => Locked["versionOf"]>> = {
  "package-lock.json": ofPackageLock,
  "npm-shrinkwrap.json": ofPackageLock,
  "pnpm-lock.yaml": ofPnpm,
  "yarn.lock": ofYarn,
};

/** The versions that the nearest lock file of a JavaScript project pins; null without one. */
export function npmLock(place: Place): Locked | null {
  const found = place.nearest(...Object.keys(READERS));
  if (!found) return null;
  // The project's folder seen from that of the lock file, empty for the same one.
  const folder = path.relative(found.folder, place.folder).split(path.sep).join("/");
  const read = READERS[path.basename(found.file)];
  const versionOf = place.parsed(found.file, found.text, (text) => read?.(text, folder));
  return versionOf ? { file: found.file, versionOf } : null;
}

/** The package that Node would load from the folder: its own, else that of the nearest folder above. */
function ofPackageLock(text: string, folder: string): Locked["versionOf"] {
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
function ofPnpm(text: string, folder: string): Locked["versionOf"] {
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
    const [, indent = "", key = "", rest = ""] =
      /^( *)('[^']+'|"[^"]+"|[^\s:'"#-][^:]*):(?:\s(.*))?$/s.exec(line) ?? [];
    if (key === "") continue;
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    open.push({ indent: indent.length, key: unquoted(key) });
    const value = rest.trim();
    if (value !== "") yield { at: open.map((each) => each.key), value: unquoted(value) };
  }
}

/** Both formats of Yarn: a line of "name@range" keys, and their version below. */
function ofYarn(text: string): Locked["versionOf"] {
  const versions = new Map<string, string>();
  let keys: string[] = [];
  for (const line of text.split("\n")) {
    // The newer format puts all the keys of a line into one pair of quotes.
    if (/^[^\s#].*:\s*$/.test(line))
      keys = line
        .trimEnd()
        .slice(0, -1)
        .split(/"?,\s*"?/);
    const version = /^ {2}version:? "?([^"\s]+)"?\s*$/.exec(line)?.[1];
    if (version) for (const key of keys) versions.set(key.replace(/^"|"$/g, ""), version);
  }
  return (name, range) => versions.get(`${name}@${range}`) ?? versions.get(`${name}@npm:${range}`) ?? null;
}

function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/, "$2");
}
