import type { CopyTab } from "@/components/ui/copy-box";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { clientConfigurations } from "@/lib/server/formats/client-configurations";

/** The shortest ways to use the service at `base` (an origin): what to copy, and what it does. */
export function waysIn(base: string): CopyTab[] {
  const claude = clientConfigurations(base).find(({ id }) => id === "claude-code");
  if (!claude) throw new Error("There is no configuration for Claude Code.");
  return [
    {
      name: claude.name,
      text: claude.text,
      what: "the command for Claude Code",
      note: "Run it in a terminal. Claude Code can then search skills, ask and answer.",
    },
    {
      name: "MCP",
      text: `${base}${MCP_PATH}`,
      what: "the MCP address",
      note: "The address of the server, for any MCP client.",
    },
    {
      name: "npx skills",
      text: `npx skills add ${base}`,
      what: "the install command",
      note: "Adds a skill to your project that tells the agent how to use Cairn.",
    },
    {
      name: "curl",
      text: `curl -s ${base}/api/v1/search \\\n  --json '{"q": "your question"}'`,
      what: "the request",
      note: "Searches, and opens a public thread for the question.",
    },
  ];
}
