import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "@/lib/command/io";

const NAME = "SKILL.md";

/** A folder for skills in a project, such as `.agents/skills`, and the name of the skill. */
export type Target = { project: string; folder: string; slug: string };

export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The path of a skill's file below the project. */
export function fileOf({ folder, slug }: Omit<Target, "project">): string {
  return `${folder}/${slug}/${NAME}`;
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

/** Throws a CommandError when a link leads out of the project: a repository of others says where its links lead. */
export function requireInside(target: Target): void {
  const project = realpathSync(target.project);
  let at = path.join(target.project, target.folder, target.slug, NAME);
  while (!existsSync(at)) at = path.dirname(at);
  const real = realpathSync(at);
  if (real === project || real.startsWith(project + path.sep)) return;
  const next_step = "Remove the link, or name another agent with --agent.";
  throw new CommandError("outside_project", `${fileOf(target)} leads out of the project.`, next_step);
}

/** Writes the file in one step for its readers: it is there as a whole, or as it was. */
export async function writeSkill(target: Target, text: string): Promise<void> {
  requireInside(target);
  const folder = path.join(target.project, target.folder, target.slug);
  mkdirSync(folder, { recursive: true });
  const next = path.join(folder, `${NAME}.${randomBytes(6).toString("hex")}.new`);
  try {
    const handle = await open(next, "wx", 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    renameSync(next, path.join(folder, NAME));
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Removes the file, and its folder if nothing else is in it. */
export function removeSkill(target: Target): void {
  requireInside(target);
  const folder = path.join(target.project, target.folder, target.slug);
  rmSync(path.join(folder, NAME), { force: true });
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
