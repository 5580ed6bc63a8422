import { existsSync } from "node:fs";
import path from "node:path";
import { agentIds } from "@/lib/command/agents/agent-files";
import { usage } from "@/lib/command/io";

/** The folder that many agents read, and the one of Claude Code, which reads no other. */
const SHARED = ".agents/skills";
const CLAUDE = ".claude/skills";

/**
 * Where each agent reads the skills of a project. Cursor, Copilot and Gemini CLI have folders of their own as well, and
 * would list a skill twice that lies in both.
 */
const FOLDERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["agents", "copilot", ...agentIds].map((agent) => [agent, SHARED])),
  "claude-code": CLAUDE,
};

export const AGENTS = Object.keys(FOLDERS);

/** The folders of the named agents, each once. Throws a CommandError for another name. */
export function foldersOf(agents: readonly string[]): string[] {
  const folders = agents.map((agent) => {
    const folder = Object.hasOwn(FOLDERS, agent) ? FOLDERS[agent] : undefined;
    if (folder) return folder;
    const next_step = `Name one of ${AGENTS.join(", ")}.`;
    throw usage(`${agent} is not an agent that cairn knows.`, next_step);
  });
  return [...new Set(folders)].sort();
}

/** The folders for a user who names no agent: the shared one, and that of Claude Code where it is used. */
export function usualFolders(project: string, home: string): string[] {
  const isUsed = [path.join(project, ".claude"), path.join(project, "CLAUDE.md"), path.join(home, ".claude")].some(
    existsSync,
  );
  return isUsed ? [SHARED, CLAUDE] : [SHARED];
}
