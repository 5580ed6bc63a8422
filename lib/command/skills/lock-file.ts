import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { realPlace } from "@/lib/command/file-system";
import { CommandError } from "@/lib/command/io";
import { type BesideDigests, isSafePath } from "@/lib/command/skills/files";

/** An entry of the publish log: another text of a version would need another entry, and other entries after it. */
export type LogPosition = { sequence: string; hash: string };

export type LockedSkill = {
  skill_id: string;
  version_id: string;
  /** The number of the version in its skill. */
  version: string;
  /** What the version is for, in words, such as `next.js >=14 <15`. */
  covers: string[];
  /** True for a version that the user named: `update` leaves it. */
  pinned?: true;
  /** SHA-256 of the file SKILL.md, and of the text in it, which the publish log holds. */
  digest: string;
  content_sha256: string;
  /** SHA-256 of each file beside SKILL.md by its path; the publish log holds one digest of all. Absent without files. */
  files?: BesideDigests;
  log: LogPosition;
  /** Below the folder of `cairn.lock`. */
  folders: string[];
};

export type LockFile = {
  service: string;
  skills: Record<string, LockedSkill>;
  /** What Git calls the two sides of a merge, where the file still holds both. */
  merged?: Sides["names"];
};

export const LOCK_NAME = "cairn.lock";
const FORMAT = 1;
const WAIT_MS_MAX = 10_000;
const LEFT_BEHIND_MS = 60_000;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const HASH = /^[0-9a-f]{64}$/;
const FOLDER = /^\.[a-z]+\/skills$/;

/**
 * The `cairn.lock` of a folder; null without one. Where Git left both sides of a merge, it is the union of them. Throws a
 * CommandError for one that is malformed, and for sides that say different things of one skill.
 */
export function readLock(folder: string): LockFile | null {
  let text: string;
  const file = path.join(folder, LOCK_NAME);
  try {
    // A pipe would never answer.
    if (statSync(file).isFIFO()) throw new CommandError("lock_malformed", `${LOCK_NAME} is a pipe.`, "Remove it.");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (Object(error).code === "ENOENT") return null;
    throw error;
  }
  return parseLock(text);
}

/** The same of its text. */
export function parseLock(text: string): LockFile {
  const next_step = "Restore it from version control, or delete it and add the skills again.";
  try {
    const sides = sidesOf(text);
    return sides ? union(sides) : checked(JSON.parse(text));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new CommandError("lock_malformed", `${LOCK_NAME} is malformed: ${detail}`, next_step);
  }
}

/** Both sides of a merge in one. Sides that differ only in the folders of a skill mean all of these. */
function union({ texts, names }: Sides): LockFile {
  const [ours, theirs] = texts.map((text) => checked(JSON.parse(text))) as [LockFile, LockFile];
  if (ours.service !== theirs.service)
    throw clash(`skills of ${ours.service} in ${names[0]}, and of ${theirs.service} in ${names[1]}`);
  const skills: LockFile["skills"] = Object.assign(Object.create(null), ours.skills);
  const clashes: string[] = [];
  for (const [name, skill] of Object.entries(theirs.skills)) {
    const own = ours.skills[name];
    if (own && !isDeepStrictEqual({ ...own, folders: [] }, { ...skill, folders: [] }))
      clashes.push(`${name} as ${shown(own)} in ${names[0]}, and as ${shown(skill)} in ${names[1]}`);
    skills[name] = { ...skill, folders: [...new Set([...(own?.folders ?? []), ...skill.folders])].sort() };
  }
  if (clashes.length > 0) throw clash(clashes.join("; "));
  return { service: ours.service, skills, merged: names };
}

function shown({ skill_id, version, version_id, pinned }: LockedSkill): string {
  return `version ${version}${pinned ? ", pinned" : ""} (${skill_id}/${version_id})`;
}

function clash(what: string): CommandError {
  const next_step = `Nothing was changed. Keep one side in ${LOCK_NAME} and delete the other with its marks, then run the command again.`;
  return new CommandError("lock_conflict", `${LOCK_NAME} holds both sides of a merge: ${what}.`, next_step);
}

/** Throws a CommandError when `cairn.lock` has skills of another service, which their ids belong to. */
export function requireService(lock: LockFile | null, service: string): void {
  const names = Object.keys(lock?.skills ?? {});
  if (!lock || names.length === 0 || lock.service === service) return;
  const detail = `${LOCK_NAME} has skills of ${lock.service}; this is ${service}.`;
  const next_step = `Name that service with --url, or remove its skills first: cairn remove ${names.join(" ")}`;
  throw new CommandError("other_service", detail, next_step);
}

/**
 * Changes the `cairn.lock` of a folder, in one step for readers and one after the other for writers: `change` gets what is
 * there now. The names are sorted, so that two orders of commands give the same file. Throws as `requireService`.
 */
export async function changeLock(
  folder: string,
  service: string,
  change: (skills: Record<string, LockedSkill>) => void,
): Promise<void> {
  // A link to it stays a link.
  const file = realPlace(path.join(folder, LOCK_NAME));
  const next = `${file}.new`;
  const handle = await exclusively(next);
  try {
    const lock = readLock(folder);
    requireService(lock, service);
    const skills = { ...lock?.skills };
    change(skills);
    const sorted = Object.fromEntries(Object.entries(skills).sort(([a], [b]) => (a < b ? -1 : 1)));
    await handle.writeFile(`${JSON.stringify({ format: FORMAT, service, skills: sorted }, null, 2)}\n`);
    await handle.sync();
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Creates the next file, which no second process can while it is there. One that a dead process left is replaced. */
async function exclusively(file: string) {
  for (const until = Date.now() + WAIT_MS_MAX; ; ) {
    try {
      return await open(file, "wx");
    } catch (error) {
      if (Object(error).code !== "EEXIST") throw error;
    }
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LEFT_BEHIND_MS) takeAway(file);
    else if (Date.now() > until) {
      const next_step = `Wait for it to end. If there is none, delete ${file}.`;
      throw new CommandError("lock_busy", `Another cairn is changing ${LOCK_NAME}.`, next_step);
    }
    await pause(50);
  }
}

/** Of two processes that find the same left file only one renames it. */
function takeAway(file: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  rmSync(aside, { force: true });
}

/** The content of a file that anybody may have edited: the names become paths, so they are checked. */
function checked(value: unknown): LockFile {
  const { format, service, skills } = Object(value);
  if (format !== FORMAT) throw new Error(`its format is ${JSON.stringify(format)}, and this program reads ${FORMAT}.`);
  if (typeof service !== "string") throw new Error("`service` is not a string.");
  for (const [name, skill] of Object.entries(Object(skills))) {
    const fault = NAME.test(name) ? faultOf(Object(skill)) : "is not the name of a skill";
    if (fault) throw new Error(`\`${name}\` ${fault}.`);
  }
  // Without inherited members: a skill may be called "constructor".
  return { service, skills: Object.assign(Object.create(null), skills) };
}

function faultOf(skill: Record<string, unknown>): string | null {
  const { skill_id, version_id, digest, content_sha256, files, log, folders, covers } = skill;
  if (!/^skl_[\w-]{22}$/.test(`${skill_id}`) || !/^skv_[\w-]{22}$/.test(`${version_id}`))
    return "does not name a version of a skill";
  if (!DIGEST.test(`${digest}`) || !HASH.test(`${content_sha256}`)) return "has no valid digest";
  const beside = Object.entries(Object(files ?? {}));
  if (!beside.every(([file, one]) => isSafePath(file) && DIGEST.test(`${one}`))) return "has no valid list of files";
  const { sequence, hash } = Object(log);
  if (!/^[1-9]\d{0,18}$/.test(`${sequence}`) || !HASH.test(`${hash}`))
    return "has no valid position in the publish log";
  const isList = Array.isArray(folders) && Array.isArray(covers);
  if (!isList || !folders.every((folder) => FOLDER.test(`${folder}`))) return "has no valid list of folders";
  return null;
}

/** A text that Git left with both sides of a merge: each side as a whole, and what Git calls it. */
type Sides = { texts: [ours: string, theirs: string]; names: [ours: string, theirs: string] };

const MARK = /^(<{7}|\|{7}|={7}|>{7})(?: (.*?))?\r?$/;

/**
 * The two sides of a text with the marks of a conflict, also with the common text between them; null for a text without
 * marks. Throws an Error for marks that do not belong together.
 */
function sidesOf(text: string): Sides | null {
  const [ours, theirs]: [string[], string[]] = [[], []];
  const names: Sides["names"] = ["one side", "the other side"];
  /** The kind of mark above; a text outside has none. */
  let above = "";
  let found = 0;
  for (const line of text.split("\n")) {
    const [, mark = "", name] = MARK.exec(line) ?? [];
    const kind = mark[0] ?? "";
    if (kind === "") {
      if (above === "" || above === "<") ours.push(line);
      if (above === "" || above === "=") theirs.push(line);
      continue;
    }
    const follows = { "<": "", "|": "<", "=": "<|", ">": "=" }[kind] ?? "";
    if (follows === "" ? above !== "" : !follows.includes(above) || above === "")
      throw new Error("its marks of a merge do not belong together.");
    found += 1;
    if (kind === "<" && name) names[0] = name;
    if (kind === ">" && name) names[1] = name;
    above = kind === ">" ? "" : kind;
  }
  if (above !== "") throw new Error("its marks of a merge do not belong together.");
  return found === 0 ? null : { texts: [ours.join("\n"), theirs.join("\n")], names };
}
