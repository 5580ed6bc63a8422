import { type LockedPackage, type PackageLock, refuseConflicts } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import { fromOf } from "@/lib/command/projects/registries";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** A `yarn.lock`: YAML since Yarn 2, a format of its own before. Both name each package as "name@range". */
export function readYarnLock(text: string): PackageLock {
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
