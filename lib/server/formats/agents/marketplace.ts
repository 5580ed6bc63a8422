import { createHash } from "node:crypto";
import { MCP_SERVER_NAME, mcpServers } from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";
import { PLUGIN, PLUGIN_VERSION, pluginFiles } from "@/lib/server/formats/agents/plugin-files";
import { packed } from "@/lib/server/formats/client/tar";
import { type Binary, type Document, jsonDocument } from "@/lib/server/formats/document";

/** Short, because a new version of the plugin should be found soon. */
const KEEP_SECONDS = 300;
const EXTENSION_KEEP_SECONDS = 3_600;
const REGISTRY = "/agents/npm";
const PACKAGE = "cairn-claude-plugin";
/** Where npm asks a registry for the plugin, and where it fetches it: the address of the version that is served. */
export const ENTRY_PATH = `${REGISTRY}/${PACKAGE}`;
export const PACKAGE_PATH = `${ENTRY_PATH}/-/${PACKAGE}-${PLUGIN_VERSION}.tgz`;

/**
 * The marketplace for `claude plugin marketplace add`. A marketplace that is an address, and no repository, must name a
 * source elsewhere for each plugin: here a package of the small registry below.
 */
export function marketplace(): Document {
  const base = env().BASE_URL;
  const source = { source: "npm", package: PACKAGE, version: PLUGIN_VERSION, registry: `${base}${REGISTRY}` };
  const catalog = {
    name: "cairn",
    description: "The plugin of Cairn, a public library of versioned skills.",
    owner: { name: "Cairn", url: base },
    plugins: [{ ...PLUGIN, author: { name: "Cairn", url: base }, homepage: `${base}/connect`, source }],
  };
  return jsonDocument(catalog, KEEP_SECONDS);
}

/** The plugin as a registry of npm describes it. The registry has no other package. */
export function registryEntry(): Document {
  const { bytes } = plugin();
  const dist = {
    tarball: `${env().BASE_URL}${PACKAGE_PATH}`,
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex"),
  };
  const versions = { [PLUGIN_VERSION]: { ...packageJson(), dist } };
  return jsonDocument({ name: PACKAGE, "dist-tags": { latest: PLUGIN_VERSION }, versions }, KEEP_SECONDS);
}

/** The plugin as a package of npm. */
export function registryPackage(): Binary {
  const { bytes, key } = plugin();
  return { type: "application/gzip", key, keep: KEEP_SECONDS, bytes: async () => bytes };
}

function plugin() {
  return packed("claude-plugin", () => {
    const files = { "package.json": `${JSON.stringify(packageJson(), null, 2)}\n`, ...pluginFiles() };
    return Object.entries(files).map(([name, text]) => ({ name, text, isProgram: false }));
  });
}

function packageJson() {
  const { description, license } = PLUGIN;
  return { name: PACKAGE, version: PLUGIN_VERSION, description, license };
}

/** The extension of Gemini CLI, for a folder `~/.gemini/extensions/cairn`. */
export function geminiExtension(): Document {
  const { name, version, description } = PLUGIN;
  const { entry } = mcpServers(env().BASE_URL)["gemini-cli"];
  return jsonDocument({ name, version, description, mcpServers: { [MCP_SERVER_NAME]: entry } }, EXTENSION_KEEP_SECONDS);
}
