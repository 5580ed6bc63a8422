import { existsSync } from "node:fs";
import path from "node:path";
import { agentIds, agents, SHARED_SKILLS } from "@/lib/command/agents/agent-files";
import { usage } from "@/lib/command/io";

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
