import { expect, test } from "@playwright/test";
import { type AgentId, filesOf } from "@/lib/command/agents/agent-files";

type Row = [id: AgentId, platform: NodeJS.Platform, env: Record<string, string>, file: string];

/** Where the documentation of each agent says that it reads the servers of the user. */
const USER: Row[] = [
  ["windsurf", "linux", {}, "/home/ann/.codeium/windsurf/mcp_config.json"],
  ["cline", "linux", {}, "/home/ann/.cline/data/settings/cline_mcp_settings.json"],
  ["cline", "linux", { CLINE_DATA_DIR: "/data" }, "/data/settings/cline_mcp_settings.json"],
  ["cline", "linux", { CLINE_MCP_SETTINGS_PATH: "/data/mcp.json" }, "/data/mcp.json"],
  ["zed", "linux", {}, "/home/ann/.config/zed/settings.json"],
  ["zed", "linux", { XDG_CONFIG_HOME: "/conf" }, "/conf/zed/settings.json"],
  ["zed", "linux", { FLATPAK_XDG_CONFIG_HOME: "/flat", XDG_CONFIG_HOME: "/conf" }, "/flat/zed/settings.json"],
  ["zed", "darwin", { XDG_CONFIG_HOME: "/conf" }, "/home/ann/.config/zed/settings.json"],
  ["zed", "win32", { APPDATA: "/roaming" }, "/roaming/Zed/settings.json"],
  ["kiro", "linux", {}, "/home/ann/.kiro/settings/mcp.json"],
  ["junie", "darwin", {}, "/home/ann/.junie/mcp/mcp.json"],
  ["codex", "linux", { CODEX_HOME: "/codex" }, "/codex/config.toml"],
  ["claude-code", "linux", { CLAUDE_CONFIG_DIR: "/claude" }, "/claude/.claude.json"],
];

const wish = { home: "/home/ann", cwd: "/app", base: "https://cairn.example", guide: "", allowReading: false };

for (const [id, platform, env, file] of USER)
  test(`the servers of ${id} on ${platform} with ${JSON.stringify(env)}`, () => {
    expect(filesOf(id, { ...wish, platform, env, project: false })[0]?.file).toBe(file);
  });

/** Where each agent reads skills, of the user and of a project. */
const SKILLS: Array<[id: AgentId, folder: string]> = [
  ["claude-code", ".claude"],
  ["cursor", ".agents"],
  ["windsurf", ".agents"],
  ["cline", ".agents"],
  ["zed", ".agents"],
  ["kiro", ".kiro"],
  ["junie", ".junie"],
];

for (const [id, folder] of SKILLS)
  test(`the skills of ${id}`, () => {
    for (const project of [true, false]) {
      const files = filesOf(id, { ...wish, platform: "linux", env: {}, project }).map(({ file }) => file);
      expect(files).toContain(`${project ? "/app" : "/home/ann"}/${folder}/skills/cairn/SKILL.md`);
    }
  });

test("Windsurf and Cline have no servers of a project", () => {
  for (const id of ["windsurf", "cline"] as const)
    expect(filesOf(id, { ...wish, platform: "linux", env: {}, project: true })).toHaveLength(1);
});
