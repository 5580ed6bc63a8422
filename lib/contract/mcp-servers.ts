/** The path of the MCP endpoint. */
export const MCP_PATH = "/api/v1/mcp";
/** The same for hosts that show a model only the text of a tool's answer. */
export const MCP_TEXT_PATH = `${MCP_PATH}?results=text`;
/** The path of the server card, as reserved by SEP-2127. */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

/** The name of the server in every configuration. */
export const MCP_SERVER_NAME = "cairn";

/** The environment variable from which the configurations read the token. */
export const TOKEN_VARIABLE = "CAIRN_TOKEN";

/** An MCP client that reads its servers from a file. */
export type McpClientId =
  | "claude-code"
  | "codex"
  | "cursor"
  | "vs-code"
  | "copilot-cli"
  | "gemini-cli"
  | "opencode"
  | "windsurf"
  | "cline"
  | "zed"
  | "kiro"
  | "junie";

/** One server in the configuration of an MCP client: the member that holds all servers, and the entry in it. */
export type McpServerEntry = { within: string; entry: Record<string, unknown> };

/** The identifier of the secret that VS Code prompts for. */
export const VS_CODE_INPUT = "cairn-token";

/**
 * How the configuration of each MCP client names the service at `base` (an origin without a trailing slash). With
 * `token` the client reads the token of a connection from `CAIRN_TOKEN` or asks for it.
 */
export function mcpServers(
  base: string,
  { token = false }: { token?: boolean } = {},
): Record<McpClientId, McpServerEntry> {
  const url = `${base}${MCP_PATH}`;
  // These clients pass their model only the text of a tool's answer.
  const textUrl = `${base}${MCP_TEXT_PATH}`;
  const headers = (variable: string) => (token ? { headers: { Authorization: `Bearer ${variable}` } } : {});
  return {
    "claude-code": { within: "mcpServers", entry: { type: "http", url, ...headers(`\${${TOKEN_VARIABLE}}`) } },
    codex: { within: "mcp_servers", entry: { url, ...(token ? { bearer_token_env_var: TOKEN_VARIABLE } : {}) } },
    cursor: { within: "mcpServers", entry: { url, ...headers(`\${env:${TOKEN_VARIABLE}}`) } },
    "vs-code": { within: "servers", entry: { type: "http", url, ...headers(`\${input:${VS_CODE_INPUT}}`) } },
    "copilot-cli": {
      within: "mcpServers",
      entry: { type: "http", url, tools: ["*"], ...headers(`\${${TOKEN_VARIABLE}}`) },
    },
    "gemini-cli": { within: "mcpServers", entry: { httpUrl: textUrl, ...headers(`$${TOKEN_VARIABLE}`) } },
    opencode: { within: "mcp", entry: { type: "remote", url: textUrl, ...headers(`{env:${TOKEN_VARIABLE}}`) } },
    windsurf: { within: "mcpServers", entry: { serverUrl: textUrl, ...headers(`\${env:${TOKEN_VARIABLE}}`) } },
    // The command sets these up, without a token.
    cline: { within: "mcpServers", entry: { type: "streamableHttp", url: textUrl } },
    zed: { within: "context_servers", entry: { url: textUrl } },
    kiro: { within: "mcpServers", entry: { url: textUrl } },
    junie: { within: "mcpServers", entry: { url: textUrl } },
  };
}
