/** Where MCP is spoken. */
export const MCP_PATH = "/api/v1/mcp";
