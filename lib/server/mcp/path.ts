/** The path of the MCP endpoint. */
export const MCP_PATH = "/api/v1/mcp";
/** The same for hosts that show a model only the text of a tool's answer. */
export const MCP_TEXT_PATH = `${MCP_PATH}?results=text`;
/** The path of the server card, as reserved by SEP-2127. */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path === MCP_CARD_PATH;
}
