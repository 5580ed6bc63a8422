import { existsSync } from "node:fs";
import path from "node:path";
import { agentIds, agents, SHARED_SKILLS } from "@/lib/command/agents/agent-files";
import type { Flags } from "@/lib/command/command";
import { CommandError, type Io, usage } from "@/lib/command/io";
import type { Reading } from "@/lib/command/projects/place";
import { type Project, readProject } from "@/lib/command/projects/project";
import { parseRange } from "@/lib/command/projects/ranges";
import { type Technology, technologyOf } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";
import { LOCK_NAME, type LockedSkill, type LockFile, readLock } from "@/lib/command/skills/lock-file";
import { style } from "@/lib/command/terminal";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

/** The project of the current folder. Says what is wrong with its files. */
export function projectOf(io: Io, reading: Pick<Reading, "all" | "private"> = {}): Project {
  const project = readProject(io.cwd, { home: io.home, env: io.env, ...reading });
  for (const { file, detail } of project.warnings) io.note(`${style.yellow("warning:")} ${file} ${detail}`);
  return project;
}

/** Its `cairn.lock`, null without one. Says that it still holds both sides of a merge. */
export function lockOf(io: Io, { folder }: Project): LockFile | null {
  const lock = readLock(folder);
  const sides = lock?.merged?.join(" and ");
  if (sides)
    io.note(`${style.yellow("note:")} ${LOCK_NAME} holds both sides of a merge, ${sides}. The skills of both count.`);
  return lock;
}

export type Held = { project: Project; lock: LockFile; skills: Array<[slug: string, locked: LockedSkill]> };

/**
 * The skills that `cairn.lock` of this project holds, or those of them that are named. Throws a CommandError for a name
 * that it does not hold.
 */
export function heldSkills(io: Io, names: readonly string[], kept: readonly string[] = []): Held {
  const project = projectOf(io, { private: kept });
  const lock = lockOf(io, project) ?? { service: io.base, skills: {} };
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

const AGENTS = Object.keys(FOLDERS);

/** Where skills are written, and what else the project uses. */
export const PLACES = {
  agent: {
    value: "agent",
    choices: AGENTS,
    many: true,
    about: `${AGENTS.join(", ")} (default: agents, and those with a folder of their own where they are used)`,
  },
  for: {
    value: "technology@version",
    many: true,
    about: "what no file of the project tells, such as next.js@14.2.3",
  },
} as const satisfies Flags;

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
