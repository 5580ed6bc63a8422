import { existsSync } from "node:fs";
import path from "node:path";
import { agentIds, agents, SHARED_SKILLS } from "@/lib/command/agents/agent-files";
import { CommandError, type Io, usage } from "@/lib/command/io";
import { type Project, readProject } from "@/lib/command/projects/project";
import { parseRange } from "@/lib/command/projects/ranges";
import { type Technology, technologyOf } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";
import { sayMerged, warn } from "@/lib/command/service";
import { LOCK_NAME, type LockedSkill, type LockFile, readLock } from "@/lib/command/skills/lock-file";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

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

/**
 * Where each agent reads the skills of a project. Cursor, Copilot and Gemini CLI have folders of their own as well, and
 * would list a skill twice that lies in both.
 */
const FOLDERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["agents", "copilot"].map((agent) => [agent, SHARED_SKILLS])),
  ...Object.fromEntries(agentIds.map((id) => [id, agents[id].skills ?? SHARED_SKILLS])),
};

export const AGENTS = Object.keys(FOLDERS);

/** The folders of the named agents, each once. Throws a CommandError for another name. */
export function foldersOf(named: readonly string[]): string[] {
  const folders = named.map((agent) => {
    const folder = Object.hasOwn(FOLDERS, agent) ? FOLDERS[agent] : undefined;
    if (folder) return folder;
    const next_step = `Name one of ${AGENTS.join(", ")}.`;
    throw usage(`${agent} is not an agent that cairn knows.`, next_step);
  });
  return [...new Set(folders)].sort();
}

/** The folders for a user who names no agent: the shared one, and those of agents that are used and do not read it. */
export function usualFolders(project: string, home: string): string[] {
  const own = agentIds.flatMap((id) => {
    const { skills } = agents[id];
    if (!skills) return [];
    const folder = path.dirname(skills);
    const places = [path.join(project, folder), path.join(home, folder)];
    if (id === "claude-code") places.push(path.join(project, "CLAUDE.md"));
    return places.some((place) => existsSync(place)) ? [skills] : [];
  });
  return [SHARED_SKILLS, ...own];
}

/** The technologies of a project, after those that the user names as `next.js@14.2.3`. Throws a CommandError. */
export function withGiven(project: Project, given: readonly string[]): Technology[] {
  const named = given.map((text): Technology => {
    const { technology = "", version = "" } = technologyOf(text);
    const isBeginning = /^\d+(?:\.\d+)?$/.test(version);
    const exact = isBeginning ? null : versionOf(version);
    if (version !== "" && exact === null && !parseRange(version))
      throw usage(`${version} is neither a version nor a range.`, "Write it as next.js@14.2.3.");
    const known = { technology: normaliseTechnology(technology), exact: exact !== null, source: "--for" };
    return { ...known, version: (exact ?? version) || null };
  });
  const names = new Set(named.map(({ technology }) => technology));
  return [...named, ...project.technologies.filter(({ technology }) => !names.has(technology))];
}
