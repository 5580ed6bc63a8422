import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH, TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import { type ClientConfiguration, clientConfigurations } from "@/lib/server/formats/client-configurations";
import { prose } from "@/lib/server/formats/docs/prose";
import type { Tool } from "@/lib/server/mcp/tool";
import { connectionTools, publicTools } from "@/lib/server/mcp/tools/all";

/**
 * How to connect an agent, in markdown: configurations, tools and rules, generated from the server's own definitions.
 */
export function mcpGuide(base: string): string {
  return prose("mcp", {
    base,
    mcp_path: MCP_PATH,
    mcp_text_path: MCP_TEXT_PATH,
    mcp_card_path: MCP_CARD_PATH,
    configurations: clientConfigurations(base).map(configuration).join("\n\n"),
    tools_without_token: table(publicTools),
    tools_with_token: table(connectionTools),
  });
}

function configuration({ name, place, language, text, textWithToken }: ClientConfiguration): string {
  const where = place === "shell" ? "In a shell" : `In \`${place}\``;
  return `### ${name}

${where}:

~~~${language === "sh" ? "bash" : language}
${text}
~~~

With a token, from \`${TOKEN_VARIABLE}\` or asked for:

~~~${language === "sh" ? "bash" : language}
${textWithToken}
~~~`;
}

function table(tools: Tool[]): string {
  const rows = tools.map(({ name, description, annotations }) => {
    const hints = [
      annotations.readOnlyHint ? "reads" : "writes",
      ...(annotations.destructiveHint ? ["can destroy"] : []),
      ...(annotations.idempotentHint && !annotations.readOnlyHint ? ["repeatable"] : []),
      ...(annotations.openWorldHint && !annotations.readOnlyHint ? ["public"] : []),
    ];
    return `| \`${name}\` | ${description} | ${hints.join(", ")} |`;
  });
  return ["| Tool | What it does | Hints |", "|---|---|---|", ...rows].join("\n");
}
