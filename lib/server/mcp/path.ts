/** Where MCP is spoken. */
export const MCP_PATH = "/api/v1/mcp";
/** The same for hosts that show a model nothing but the text of a tool's answer. */
export const MCP_TEXT_PATH = `${MCP_PATH}?results=text`;
/** Where its server card lies: the place that SEP-2127 reserves. */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path === MCP_CARD_PATH;
}
