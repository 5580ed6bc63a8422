import { refuseConflicts, type VersionOf } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** A `yarn.lock`: YAML since Yarn 2, a format of its own before. Both name each package as "name@range". */
export function readYarnLock(text: string): VersionOf {
  refuseConflicts(text);
  const versions = /^__metadata:/m.test(text) ? ofBerry(text) : ofClassic(text);
  return (name, range) => versions.get(`${name}@${range}`) ?? versions.get(`${name}@npm:${range}`) ?? null;
}

function ofBerry(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const document of yamlObjects(text))
    for (const [keys, entry] of Object.entries(document)) {
      const version = textOf(own({ entry }, "entry")?.version);
      // A package of the workspace has the version 0.0.0-use.local.
      if (version && !version.endsWith("-use.local")) for (const key of keys.split(/,\s*/)) versions.set(key, version);
    }
  return versions;
}

/** Keys, each in quotes where it needs them, before a colon; and members, indented by two blanks or more. */
function ofClassic(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  let keys: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    if (/^\S/.test(line)) {
      if (!line.trimEnd().endsWith(":")) throw new Error(`"${line.slice(0, 40)}" is no entry of a lock file`);
      keys = line.trimEnd().slice(0, -1).split(/,\s*/);
    }
    const version = /^ {2}version "?([^"\s]+)"?\s*$/.exec(line)?.[1];
    if (version) for (const key of keys) versions.set(key.replace(/^"|"$/g, ""), version);
  }
  return versions;
}
