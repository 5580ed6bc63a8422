import { MCP_PATH } from "@/lib/contract/mcp-servers";

export { MCP_PATH, MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";

/** The path of the server card, as reserved by SEP-2127. */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path === MCP_CARD_PATH;
}
