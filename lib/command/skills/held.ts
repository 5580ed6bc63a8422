import { CommandError, type Io } from "@/lib/command/io";
import { type Project, readProject } from "@/lib/command/projects/project";
import { LOCK_NAME, type LockedSkill, type LockFile, readLock } from "@/lib/command/skills/lock-file";
import { sayMerged, warn } from "@/lib/command/skills/said";

export type Held = { project: Project; lock: LockFile; skills: Array<[slug: string, locked: LockedSkill]> };

/**
 * The skills that `cairn.lock` of this project holds, or those of them that are named. Throws a CommandError for a name
 * that it does not hold.
 */
export function heldSkills(io: Io, names: readonly string[], kept: readonly string[] = []): Held {
  const project = readProject(io.cwd, { home: io.home, env: io.env, private: kept });
  warn(io, project);
  const lock = readLock(project.folder) ?? { service: io.base, skills: {} };
  sayMerged(io, lock);
  for (const name of names)
    if (!Object.hasOwn(lock.skills, name))
      throw new CommandError("not_found", `${LOCK_NAME} does not hold ${name}.`, heldInWords(lock));
  const skills = Object.entries(lock.skills).filter(([slug]) => names.length === 0 || names.includes(slug));
  return { project, lock, skills };
}

function heldInWords({ skills }: LockFile): string {
  const names = Object.keys(skills);
  return names.length === 0 ? "Add one first: cairn add." : `It holds ${names.join(", ")}.`;
}
