import path from "node:path";
import { command } from "@/lib/command/command";
import { CommandError, type Io } from "@/lib/command/io";
import type { Downloaded } from "@/lib/command/skills/download";
import {
  digestOf,
  fileOf,
  hasDigest,
  removeBeside,
  removeSkill,
  requireInside,
  requireWritable,
  type Target,
  writeSkill,
} from "@/lib/command/skills/files";
import { changeLock, LOCK_NAME, type LockedSkill, type LockFile, readLock } from "@/lib/command/skills/lock-file";
import { heldSkills } from "@/lib/command/skills/project-state";
import { style } from "@/lib/command/terminal";

export type Installation = { downloaded: Downloaded; folders: string[]; pinned: boolean };

/**
 * Throws a CommandError when a file would be overwritten that neither this program wrote nor equals the new one, or when
 * the name belongs to another skill.
 */
export function requireFree(
  project: string,
  { downloaded, folders }: Installation,
  lock: LockFile | null,
  force: boolean,
): void {
  const { slug, locked } = downloaded;
  const known = lock?.skills[slug];
  if (known && known.skill_id !== locked.skill_id)
    throw new CommandError(
      "name_taken",
      `${slug} is another skill here, ${known.skill_id}.`,
      `Remove it first: cairn remove ${slug}`,
    );
  for (const folder of folders) {
    const target: Target = { project, folder, slug };
    requireInside(target);
    for (const { path: file, digest } of downloaded.files) {
      const beside = { ...target, file };
      requireInside(beside);
      const before = known?.files?.[file];
      const isOurs = hasDigest(beside, digest) || (before !== undefined && hasDigest(beside, before));
      if (digestOf(beside) !== null && !force && !isOurs) throw changed(beside, before !== undefined);
    }
    const present = digestOf(target);
    if (present === null || force || present === locked.digest || present === known?.digest) continue;
    throw changed(target, known !== undefined);
  }
}

function changed(target: Target, isKnown: boolean): CommandError {
  const detail = `${fileOf(target)} ${isKnown ? "was changed since it was added" : "is there, and cairn did not write it"}.`;
  return new CommandError("changed_here", detail, "Move your text elsewhere, or overwrite it with --force.");
}

/**
 * Writes the files, then `cairn.lock`; each is replaced in one step. Interrupted between them, the next command finds
 * files that are newer than the lock file and takes them for its own. Throws before the first write if the user has
 * interrupted the program.
 */
export async function install(project: string, io: Io, installations: readonly Installation[]): Promise<void> {
  io.signal.throwIfAborted();
  requireWritable(path.join(project, LOCK_NAME), LOCK_NAME);
  const before = readLock(project)?.skills ?? {};
  for (const { downloaded, folders } of installations) {
    const { slug, files, text, locked } = downloaded;
    for (const folder of folders) {
      // The text comes last: it leads to the files.
      for (const { path: file, content } of files) writeSkill({ project, folder, slug, file }, content);
      writeSkill({ project, folder, slug }, text);
      for (const [file, digest] of Object.entries(before[slug]?.files ?? {})) {
        const left = { project, folder, slug, file };
        if (locked.files?.[file] === undefined && hasDigest(left, digest)) removeBeside(left);
      }
    }
  }
  await changeLock(project, io.base, (skills) => {
    for (const { downloaded, folders, pinned } of installations)
      skills[downloaded.slug] = entryOf(downloaded, folders, pinned);
  });
}

function entryOf({ locked }: Downloaded, folders: string[], pinned: boolean): LockedSkill {
  const { skill_id, version_id, version, covers, digest, content_sha256, files, log } = locked;
  const pin = pinned ? { pinned: true as const } : {};
  const beside = files ? { files } : {};
  return { skill_id, version_id, version, ...pin, covers, digest, content_sha256, ...beside, log, folders };
}

/** `cairn remove`: deletes the files of skills, then their entries in `cairn.lock`. Sends nothing. */
export const remove = command({
  name: "remove",
  about: "remove skills and their files",
  args: { "<skills...>": "names of skills in cairn.lock" },
  options: { force: { about: "also delete files that were changed here" } },
  async run(io, names, { force }) {
    const { project, lock, skills } = heldSkills(io, names);
    const targets = skills.flatMap(([slug, { folders, digest }]) =>
      folders.map((folder) => ({ project: project.folder, folder, slug, digest })),
    );
    const beside = skills.flatMap(([slug, { folders, files = {} }]) =>
      folders.flatMap((folder) =>
        Object.entries(files).map(([file, digest]) => ({ project: project.folder, folder, slug, file, digest })),
      ),
    );
    for (const { digest, ...target } of beside) {
      requireInside(target);
      if (force || digestOf(target) === null || hasDigest(target, digest)) continue;
      throw changedHere(target);
    }
    for (const { digest, ...target } of targets) {
      requireInside(target);
      const present = digestOf(target);
      if (force || present === null || present === digest) continue;
      throw changedHere(target);
    }
    requireWritable(path.join(project.folder, LOCK_NAME), LOCK_NAME);
    io.signal.throwIfAborted();
    for (const target of beside) removeBeside(target);
    for (const target of targets) removeSkill(target);
    await changeLock(project.folder, lock.service, (locked) => {
      for (const [slug] of skills) delete locked[slug];
    });
    const files = [...targets, ...beside].map(fileOf);
    const removed = skills.map(([slug]) => slug);
    io.answer(
      { removed, files },
      [`${style.green("Removed")} ${removed.join(", ")}.`, ...files.map((file) => `  ${file}`)].join("\n"),
    );
  },
});

function changedHere(target: Target): CommandError {
  const next_step = "Keep your text elsewhere, or delete it with --force.";
  return new CommandError("changed_here", `${fileOf(target)} was changed since it was added.`, next_step);
}
