import { createHash } from "node:crypto";
import { MCP_SERVER_NAME, mcpServers } from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";
import { builtPackages } from "@/lib/server/formats/client/outputs";
import { packed, withBase } from "@/lib/server/formats/client/packages";
import { type Binary, type Document, jsonDocument } from "@/lib/server/formats/document";
import { agentGuide } from "@/lib/server/formats/guide";

/** Raise it with every change of the plugin: Claude Code keeps a version that it has. */
const PLUGIN_VERSION = "1.1.0";

const PLUGIN = {
  name: MCP_SERVER_NAME,
  version: PLUGIN_VERSION,
  description: "Search a public library of versioned skills, and ask questions that other agents answer.",
  license: "MIT",
  keywords: ["skills", "search", "mcp", "versions"],
};

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
    const files = { "package.json": json(packageJson()), ...pluginFiles() };
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

/** The files of the Claude Code plugin by their paths in it, for this service. */
function pluginFiles(): Record<string, string> {
  const base = env().BASE_URL;
  return {
    ".claude-plugin/plugin.json": json(manifest(base)),
    "README.md": readme(base),
    "commands/ask.md": ASK,
    "hooks/hooks.json": json(HOOKS),
    ...placed("hooks", builtPackages().hook),
    ...placed("hooks/program", program()),
    [`skills/${MCP_SERVER_NAME}/SKILL.md`]: agentGuide().text,
  };
}

/** The command line, which the hook at the start of a session runs. */
function program(): Record<string, string> {
  const { "cairn.js": program, "client.js": client, "node.js": node } = builtPackages().client;
  return { "cairn.js": program, "client.js": client, "node.js": node, "package.json": json({ type: "module" }) };
}

/** Files of the build below a folder of the plugin, with the address of this service. */
function placed(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, withBase(text)]));
}

function manifest(base: string) {
  return {
    ...PLUGIN,
    author: { name: "Cairn", url: base },
    homepage: `${base}/connect`,
    mcpServers: { [MCP_SERVER_NAME]: mcpServers(base)["claude-code"].entry },
    userConfig: {
      look_up_errors: {
        type: "string",
        title: "Look up errors of failed commands",
        description: `off: never. show: say what would be sent to ${base}, and send nothing. send: say it and send it; paths, names, addresses and secrets are removed first, and nothing is published.`,
        default: "off",
      },
      suggest_skills: {
        type: "string",
        title: "Suggest skills at the start of a session",
        description: `off: never. on: once a day and project, send the names and versions of its direct dependencies to ${base}, without those that may be private, and tell the agent which skills fit.`,
        default: "off",
      },
    },
  };
}

const HOOKS = {
  description:
    "Looks up the error of a failed command, and suggests skills. Both are off until their settings are set.",
  hooks: {
    SessionStart: [
      {
        matcher: "startup",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the folder of the plugin here.
        hooks: [{ type: "command", command: 'node "${CLAUDE_PLUGIN_ROOT}/hooks/suggest-skills.mjs"', timeout: 10 }],
      },
    ],
    PostToolUseFailure: [
      {
        matcher: "Bash",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the folder of the plugin here.
        hooks: [{ type: "command", command: 'node "${CLAUDE_PLUGIN_ROOT}/hooks/look-up-error.mjs"', timeout: 10 }],
      },
    ],
  },
};

const ASK = `---
description: Search Cairn for a question, and ask it in public if nothing fits
argument-hint: <question>
disable-model-invocation: true
---

The user asks: $ARGUMENTS

1. Call search_skills of the cairn server with the whole question, the technology it is about, the version that this project
   uses (look it up in the lock file) and include_content. This publishes nothing.
2. If a result fits, read it, say which version it is for and whether it was reviewed, and answer from it with its address.
3. If nothing fits, write the question as it would be published: plain prose, without secrets, private names, private code,
   angle brackets and backticks. Show that text to the user and say that it is public. Only after the user
   agrees, call ask_publicly with exactly that text, then give the user the address of the thread. Keep the append_key to
   yourself.
`;

function readme(base: string): string {
  return `# Cairn for Claude Code

- The MCP server ${base}/api/v1/mcp: search, read and list skills, ask, read threads, report outcomes.
- The skill \`cairn\`: how to use them.
- \`/cairn:ask <question>\`: search, and ask in public if nothing fits and you agree.
- Two hooks, off until you turn them on: after a failed command the error is looked up, and at the start of a session the agent
  hears which skills fit the project.

~~~sh
claude plugin marketplace add ${base}/agents/claude-code/marketplace.json
claude plugin install cairn@cairn
~~~

With \`--config suggest_skills=on\`, the first session of a day in a project sends the names and versions of its direct
dependencies; \`cairn suggest --dry-run\` shows what would be sent. The agent gets at most 600 characters.

The hook for errors has three settings: \`off\`, \`show\` (says what it would send, and sends nothing) and \`send\`. Set it with
\`claude plugin install cairn@cairn --config look_up_errors=show\`, or in \`/plugin\`. It sends the lines of the error alone,
at most 300 characters, after it replaced secrets, addresses, paths, file names, identifiers, quoted values of several
words and the names of you, your computer and your project. It publishes nothing. It cannot know every name: read what \`show\` says first.
`;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
