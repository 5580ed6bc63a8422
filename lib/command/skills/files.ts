import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { isWithin, realPlace, replaceFile, whyNotWritable } from "@/lib/command/file-system";
import { CommandError } from "@/lib/command/io";
import { isPortablePath } from "@/lib/contract/addresses";

const NAME = "SKILL.md";

/** A folder for skills in a project, such as `.agents/skills`, the name of the skill, and its file if not SKILL.md. */
export type Target = { project: string; folder: string; slug: string; file?: string };

/** The files beside a SKILL.md by their paths, with the digest of each. */
export type BesideDigests = Record<string, string>;

export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The path of a skill's file below the project. */
export function fileOf({ folder, slug, file = NAME }: Omit<Target, "project">): string {
  return `${folder}/${slug}/${file}`;
}

/**
 * The digest of the file that is there, as in `cairn.lock`; null without one. Lines that all end with \r\n count as they
 * were written, with \n: Git changes them so with `autocrlf`.
 */
export function digestOf(target: Target): string | null {
  const file = path.join(target.project, fileOf(target));
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file).toString("latin1");
  const written = /(?<!\r)\n/.test(bytes) ? bytes : bytes.replaceAll("\r\n", "\n");
  return `sha256:${sha256(Buffer.from(written, "latin1"))}`;
}

/** Whether the file that is there has this digest, with its line ends as they are or as they were written. */
export function hasDigest(target: Target, digest: string): boolean {
  const file = path.join(target.project, fileOf(target));
  if (!existsSync(file)) return false;
  return `sha256:${sha256(readFileSync(file))}` === digest || digestOf(target) === digest;
}

/** Whether a path may be written below the folder of a skill. The service says the paths, so each is checked here again. */
export function isSafePath(file: string): boolean {
  return file.toLowerCase() !== NAME.toLowerCase() && isPortablePath(file);
}

/**
 * Throws a CommandError when a link leads out of the project, because a repository of others says where its links lead, and
 * for a file that may not be written.
 */
export function requireInside(target: Target): void {
  const file = path.join(target.project, fileOf(target));
  if (!isWithin(target.project, file)) {
    const next_step = "Remove the link, or name another agent with --agent.";
    throw new CommandError("outside_project", `${fileOf(target)} leads out of the project.`, next_step);
  }
  requireWritable(file, fileOf(target));
}

/** Throws a CommandError, with the name that people know, for a file that may not be written. */
export function requireWritable(file: string, name: string): void {
  const why = whyNotWritable(file);
  if (why === null) return;
  const next_step = "Make it writable, then run the command again. Nothing was changed.";
  throw new CommandError("file_trouble", `${name} cannot be written. ${why}`, next_step);
}

/** Writes the file in one step for its readers: it is there as a whole, or as it was. */
export function writeSkill(target: Target, content: string | Buffer): void {
  requireInside(target);
  replaceFile(path.join(target.project, fileOf(target)), content, { mode: 0o644 });
}

/** Removes a file beside SKILL.md, and the folders that are empty without it. */
export function removeBeside(target: Target & { file: string }): void {
  requireInside(target);
  const top = path.join(target.project, target.folder, target.slug);
  rmSync(realPlace(path.join(top, target.file)), { force: true });
  for (let folder = path.dirname(path.join(top, target.file)); folder !== top; folder = path.dirname(folder)) {
    if (!existsSync(folder) || readdirSync(folder).length > 0) break;
    rmdirSync(folder);
  }
}

/** Removes the file, its folder if nothing else is in it, and a link that led to that folder. */
export function removeSkill(target: Target): void {
  requireInside(target);
  const folder = path.join(target.project, target.folder, target.slug);
  rmSync(realPlace(path.join(folder, NAME)), { force: true });
  const real = realPlace(folder);
  if (existsSync(real) && readdirSync(real).length === 0) rmdirSync(real);
  if (!existsSync(real) && lstatSync(folder, { throwIfNoEntry: false })) rmSync(folder);
}
