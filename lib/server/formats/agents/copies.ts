import path from "node:path";
import { MCP_SERVER_NAME, mcpServers } from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";
import { PLUGIN } from "@/lib/server/formats/agents/plugin-files";
import { clientConfigurations } from "@/lib/server/formats/client-configurations";
import { type Document, jsonDocument } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/**
 * The configurations of MCP clients as files to copy, without a token, by their addresses: `/agents/cursor/mcp.json`. A
 * client that is configured by a command has none.
 */
export const configurationCopies: Array<{ path: string; make: () => Document }> = clientConfigurations("")
  .filter(({ place }) => place !== "shell")
  .map(({ id, place }) => ({
    path: `/agents/${id}/${path.posix.basename(place).replace(/^\./, "")}`,
    make: () => copyOf(id),
  }));

function copyOf(client: string): Document {
  const found = clientConfigurations(env().BASE_URL).find(({ id }) => id === client);
  if (!found) throw new Error(`There is no configuration for ${client}.`);
  const type = found.language === "json" ? "application/json" : "application/toml";
  return { type, text: `${found.text}\n`, keep: KEEP_SECONDS };
}

/** The extension of Gemini CLI, for a folder `~/.gemini/extensions/cairn`. */
export function geminiExtension(): Document {
  const { name, version, description } = PLUGIN;
  const { entry } = mcpServers(env().BASE_URL)["gemini-cli"];
  return jsonDocument({ name, version, description, mcpServers: { [MCP_SERVER_NAME]: entry } }, KEEP_SECONDS);
}
