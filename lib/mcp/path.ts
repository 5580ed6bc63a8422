/** Where MCP is spoken. */
export const MCP_PATH = "/api/v1/mcp";
/** Where its server card lies: the place that SEP-2127 reserves. */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path === MCP_CARD_PATH;
}
