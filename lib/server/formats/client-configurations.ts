import { MCP_PATH, MCP_TEXT_PATH } from "@/lib/server/mcp/path";

/** The configuration of one MCP client for this server. */
export type ClientConfiguration = {
  id: string;
  /** The client's official name. */
  name: string;
  /** The target of the text: a file, or a shell. */
  place: string;
  language: "sh" | "json" | "toml";
  /** Covers the tools that need no token. */
  text: string;
  /**
   * Covers all tools. The token itself is not in any file: the client prompts for it or reads it from `CAIRN_TOKEN`.
   */
  textWithToken: string;
};

/** The environment variable from which the configurations read the token. */
export const TOKEN_VARIABLE = "CAIRN_TOKEN";

const INPUT = "cairn-token";

type Server = Record<string, unknown>;

/** Ready configurations for common MCP clients, for a service at `base` (an origin without a trailing slash). */
export function clientConfigurations(base: string): ClientConfiguration[] {
  const url = `${base}${MCP_PATH}`;
  /** Used by clients that pass their model only the text of a tool's answer. */
  const textUrl = `${base}${MCP_TEXT_PATH}`;
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      place: "shell",
      language: "sh",
      text: `claude mcp add --transport http cairn ${url}`,
      textWithToken: `claude mcp add --transport http cairn ${url} --header "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    },
    {
      id: "claude-code-project",
      name: "Claude Code, for a project",
      ...inJson(
        ".mcp.json",
        (server) => ({ mcpServers: { cairn: server } }),
        { type: "http", url },
        `\${${TOKEN_VARIABLE}}`,
      ),
    },
    { id: "claude-desktop", name: "Claude Desktop", ...forClaudeDesktop(url) },
    {
      id: "codex",
      name: "Codex",
      place: "~/.codex/config.toml",
      language: "toml",
      text: `[mcp_servers.cairn]\nurl = "${url}"`,
      textWithToken: `[mcp_servers.cairn]\nurl = "${url}"\nbearer_token_env_var = "${TOKEN_VARIABLE}"`,
    },
    {
      id: "cursor",
      name: "Cursor",
      ...inJson(
        ".cursor/mcp.json",
        (server) => ({ mcpServers: { cairn: server } }),
        { url },
        `\${env:${TOKEN_VARIABLE}}`,
      ),
    },
    { id: "vs-code", name: "VS Code", ...forVsCode(url) },
    {
      id: "gemini-cli",
      name: "Gemini CLI",
      ...inJson(
        "~/.gemini/settings.json",
        (server) => ({ mcpServers: { cairn: server } }),
        { httpUrl: textUrl },
        `$${TOKEN_VARIABLE}`,
      ),
    },
    {
      id: "opencode",
      name: "opencode",
      ...inJson(
        "opencode.json",
        (server) => ({ $schema: "https://opencode.ai/config.json", mcp: { cairn: server } }),
        { type: "remote", url: textUrl },
        `{env:${TOKEN_VARIABLE}}`,
      ),
    },
    {
      id: "windsurf",
      name: "Windsurf",
      ...inJson(
        "~/.codeium/windsurf/mcp_config.json",
        (server) => ({ mcpServers: { cairn: server } }),
        { serverUrl: textUrl },
        `\${env:${TOKEN_VARIABLE}}`,
      ),
    },
  ];
}

/** A JSON file with the server, with and without the header; `token` is the client's syntax for the variable. */
function inJson(
  place: string,
  file: (server: Server) => Record<string, unknown>,
  server: Server,
  token: string,
): Pick<ClientConfiguration, "place" | "language" | "text" | "textWithToken"> {
  return {
    place,
    language: "json",
    text: pretty(file(server)),
    textWithToken: pretty(file({ ...server, headers: { Authorization: `Bearer ${token}` } })),
  };
}

/** VS Code prompts for the token once and keeps it in its secret storage. */
function forVsCode(url: string): Pick<ClientConfiguration, "place" | "language" | "text" | "textWithToken"> {
  return inJson(
    ".vscode/mcp.json",
    (cairn) => ({
      ...("headers" in cairn
        ? {
            inputs: [{ type: "promptString", id: INPUT, description: "Token of a Cairn connection", password: true }],
          }
        : {}),
      servers: { cairn },
    }),
    { type: "http", url },
    `\${input:${INPUT}}`,
  );
}

/**
 * Claude Desktop starts programs and has no header field, so it connects through a bridge, and its configuration file
 * contains the token. The header has no space, because arguments are split at spaces on Windows.
 */
function forClaudeDesktop(url: string): Pick<ClientConfiguration, "place" | "language" | "text" | "textWithToken"> {
  const bridge = (args: string[], env?: Record<string, string>) =>
    pretty({
      mcpServers: { cairn: { command: "npx", args: ["-y", "mcp-remote", url, ...args], ...(env ? { env } : {}) } },
    });
  return {
    place: "claude_desktop_config.json",
    language: "json",
    text: bridge([]),
    textWithToken: bridge(["--header", `Authorization:\${${TOKEN_VARIABLE}}`], { [TOKEN_VARIABLE]: "Bearer ck_…" }),
  };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
