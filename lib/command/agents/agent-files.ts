import { existsSync } from "node:fs";
import path from "node:path";
import type { JsonEdit } from "@/lib/command/agents/json-text";
import type { TomlEdit } from "@/lib/command/agents/toml-text";
import type { Io } from "@/lib/command/io";
import { MCP_SERVER_NAME, type McpClientId, mcpServers } from "@/lib/contract/mcp-servers";

/** One change of one file: a value in JSON, a table in TOML, or the whole file. */
export type FileEdit =
  | { kind: "json"; edit: JsonEdit }
  | { kind: "toml"; edit: TomlEdit }
  | { kind: "whole"; text: string };

/** A file that an agent reads, and what it should say. */
export type AgentFile = { file: string; edits: FileEdit[] };

/** What the folders of this computer are, and how the user asked for the change. */
export type Wish = Pick<Io, "home" | "cwd" | "env"> & {
  platform: NodeJS.Platform;
  /** Only for the project in the current folder, not for all of the user's. */
  project: boolean;
  /** Origin of the service. */
  base: string;
  /** The guide: the text of the skill. */
  guide: string;
  /** Let agents that ask before each call read without asking. */
  allowReading: boolean;
};

/** The clients that install can set up. */
export type AgentId = McpClientId;
type Computer = Pick<Wish, "home" | "cwd" | "env" | "platform">;

type Agent = {
  name: string;
  /** Its own folder: the agent is there if this exists. */
  folder: (computer: Computer) => string;
  /** Its configuration of MCP servers, for the user and for a project; null where projects have none. */
  user: (computer: Computer) => string;
  project: string | null;
  format: "json" | "toml";
  /** Its folder of skills, below the home folder and below a project. Without one it reads the shared folder. */
  skills?: string;
};

const under =
  (...parts: string[]) =>
  (computer: Computer) =>
    path.join(computer.home, ...parts);
const configured =
  (variable: string, ...otherwise: string[]) =>
  (computer: Computer) =>
    computer.env[variable] || path.join(computer.home, ...otherwise);
const within = (folder: (computer: Computer) => string, file: string) => (computer: Computer) =>
  path.join(folder(computer), file);

const codex = configured("CODEX_HOME", ".codex");
const copilot = configured("COPILOT_HOME", ".copilot");
const claude = configured("CLAUDE_CONFIG_DIR", ".claude");
const opencode = (computer: Computer) =>
  path.join(computer.env.XDG_CONFIG_HOME || path.join(computer.home, ".config"), "opencode");

/** The agents that install knows, by the ids of their configurations. */
export const agents: Record<AgentId, Agent> = {
  "claude-code": {
    name: "Claude Code",
    folder: claude,
    user: ({ home, env }) => path.join(env.CLAUDE_CONFIG_DIR || home, ".claude.json"),
    project: ".mcp.json",
    format: "json",
    skills: ".claude/skills",
  },
  cursor: {
    name: "Cursor",
    folder: under(".cursor"),
    user: under(".cursor", "mcp.json"),
    project: ".cursor/mcp.json",
    format: "json",
  },
  codex: {
    name: "Codex",
    folder: codex,
    user: within(codex, "config.toml"),
    project: ".codex/config.toml",
    format: "toml",
  },
  "gemini-cli": {
    name: "Gemini CLI",
    folder: under(".gemini"),
    user: under(".gemini", "settings.json"),
    project: ".gemini/settings.json",
    format: "json",
  },
  "vs-code": {
    name: "VS Code",
    folder: vsCodeFolder,
    user: within(vsCodeFolder, "mcp.json"),
    project: ".vscode/mcp.json",
    format: "json",
  },
  "copilot-cli": {
    name: "Copilot CLI",
    folder: copilot,
    user: within(copilot, "mcp-config.json"),
    // It reads the file of Claude Code.
    project: ".mcp.json",
    format: "json",
  },
  opencode: {
    name: "OpenCode",
    folder: opencode,
    user: (computer) => existing(opencode(computer), "opencode.jsonc", "opencode.json"),
    project: "opencode.json",
    format: "json",
  },
  windsurf: {
    name: "Windsurf (Devin Desktop)",
    folder: under(".codeium", "windsurf"),
    user: under(".codeium", "windsurf", "mcp_config.json"),
    project: null,
    format: "json",
  },
  cline: {
    name: "Cline",
    folder: under(".cline"),
    user: clineSettings,
    project: null,
    format: "json",
  },
  zed: {
    name: "Zed",
    folder: zed,
    user: within(zed, "settings.json"),
    project: ".zed/settings.json",
    format: "json",
  },
  kiro: {
    name: "Kiro",
    folder: under(".kiro"),
    user: under(".kiro", "settings", "mcp.json"),
    project: ".kiro/settings/mcp.json",
    format: "json",
    skills: ".kiro/skills",
  },
  junie: {
    name: "Junie",
    folder: under(".junie"),
    user: under(".junie", "mcp", "mcp.json"),
    project: ".junie/mcp/mcp.json",
    format: "json",
    skills: ".junie/skills",
  },
};

/** The folder of skills that many agents read, below the home folder and below a project. */
export const SHARED_SKILLS = ".agents/skills";

export const agentIds = Object.keys(agents) as AgentId[];

/** The agents of this computer. */
export function findAgents(computer: Computer): AgentId[] {
  return agentIds.filter((id) => existsSync(agents[id].folder(computer)) || existsSync(agents[id].user(computer)));
}

/** The files that an agent needs, each with what it should say. */
export function filesOf(id: AgentId, wish: Wish): AgentFile[] {
  const { format, user, project } = agents[id];
  const file = wish.project ? project && projectFile(id, project, wish.cwd) : user(wish);
  return [
    ...(file ? [{ file, edits: [serverEdit(id, format, wish)] }] : []),
    { file: path.join(skillFolder(id, wish), MCP_SERVER_NAME, "SKILL.md"), edits: [whole(wish.guide)] },
    ...(id === "claude-code" ? [permissions(wish)] : []),
  ];
}

function serverEdit(id: AgentId, format: Agent["format"], { base, allowReading }: Wish): FileEdit {
  const server = mcpServers(base)[id];
  const at = [server.within, MCP_SERVER_NAME];
  if (format === "json") return { kind: "json", edit: { at, value: server.entry } };
  const tools = Object.fromEntries(READING_TOOLS.map((tool) => [tool, { approval_mode: "approve" }]));
  return { kind: "toml", edit: { at, value: { ...server.entry, ...(allowReading ? { tools } : {}) } } };
}

/** The tools that publish nothing, without `suggest_skills`: it sends the names of what a project depends on. */
const READING_TOOLS = ["search_skills", "get_skill", "list_skills", "read_thread"];

/** Claude Code asks before each tool that its settings do not allow. Without edits, what an earlier install allowed is removed. */
function permissions(wish: Wish): AgentFile {
  const file = wish.project ? path.join(wish.cwd, ".claude/settings.json") : path.join(claude(wish), "settings.json");
  const edits = (wish.allowReading ? READING_TOOLS : []).map((tool): FileEdit => {
    return { kind: "json", edit: { at: ["permissions", "allow", null], value: `mcp__${MCP_SERVER_NAME}__${tool}` } };
  });
  return { file, edits };
}

/** Where an agent reads skills: most read the folder that the agents share. */
function skillFolder(id: AgentId, wish: Wish): string {
  if (id === "claude-code" && !wish.project) return path.join(claude(wish), "skills");
  return path.join(wish.project ? wish.cwd : wish.home, agents[id].skills ?? SHARED_SKILLS);
}

function projectFile(id: AgentId, file: string, cwd: string): string {
  return id === "opencode" ? existing(cwd, "opencode.jsonc", "opencode.json") : path.join(cwd, file);
}

/** The first of the files that exists, else the last one. */
function existing(folder: string, ...names: string[]): string {
  const files = names.map((name) => path.join(folder, name));
  return files.find((file) => existsSync(file)) ?? files.at(-1) ?? folder;
}

function vsCodeFolder({ home, env, platform }: Computer): string {
  if (platform === "win32") return path.join(env.APPDATA || path.join(home, "AppData/Roaming"), "Code/User");
  if (platform === "darwin") return path.join(home, "Library/Application Support/Code/User");
  return path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "Code/User");
}

/** Its command and its extension read one file, wherever its folder of data is. */
function clineSettings({ home, env }: Computer): string {
  const data = env.CLINE_DATA_DIR || path.join(home, ".cline/data");
  return env.CLINE_MCP_SETTINGS_PATH || path.join(data, "settings/cline_mcp_settings.json");
}

function zed({ home, env, platform }: Computer): string {
  if (platform === "win32") return path.join(env.APPDATA || path.join(home, "AppData/Roaming"), "Zed");
  if (platform === "darwin") return path.join(home, ".config/zed");
  return path.join(env.FLATPAK_XDG_CONFIG_HOME || env.XDG_CONFIG_HOME || path.join(home, ".config"), "zed");
}

const whole = (text: string): FileEdit => ({ kind: "whole", text });
