import path from "node:path";
import {
  MCP_PATH,
  MCP_SERVER_NAME,
  type McpClientId,
  mcpServers,
  TOKEN_VARIABLE,
  VS_CODE_INPUT,
} from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/** The configuration of one MCP client for this server. */
export type ClientConfiguration = {
  id: string;
  /** The client's official name. */
  name: string;
  /** The target of the text: a file, or a shell. */
  place: string;
  language: "sh" | "json" | "toml";
  /** Covers the tools that need no token. */
  text: string;
  /**
   * Covers all tools. The token itself is not in any file: the client prompts for it or reads it from `CAIRN_TOKEN`.
   */
  textWithToken: string;
};

type Texts = Pick<ClientConfiguration, "place" | "language" | "text" | "textWithToken">;

/** Ready configurations for common MCP clients, for a service at `base` (an origin without a trailing slash). */
export function clientConfigurations(base: string): ClientConfiguration[] {
  const url = `${base}${MCP_PATH}`;
  const add = `claude mcp add --transport http ${MCP_SERVER_NAME} ${url}`;
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      place: "shell",
      language: "sh",
      text: add,
      textWithToken: `${add} --header "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    },
    { id: "claude-code-project", name: "Claude Code, for a project", ...inJson(base, "claude-code", ".mcp.json") },
    { id: "claude-desktop", name: "Claude Desktop", ...forClaudeDesktop(url) },
    { id: "codex", name: "Codex", ...forCodex(base) },
    { id: "cursor", name: "Cursor", ...inJson(base, "cursor", ".cursor/mcp.json") },
    { id: "vs-code", name: "VS Code", ...forVsCode(base) },
    { id: "gemini-cli", name: "Gemini CLI", ...inJson(base, "gemini-cli", "~/.gemini/settings.json") },
    {
      id: "opencode",
      name: "opencode",
      ...inJson(base, "opencode", "opencode.json", { $schema: "https://opencode.ai/config.json" }),
    },
    { id: "windsurf", name: "Windsurf", ...inJson(base, "windsurf", "~/.codeium/windsurf/mcp_config.json") },
  ];
}

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

/** A JSON file with the server, with and without the token; `first` holds the members before it. */
function inJson(base: string, id: McpClientId, place: string, first: Record<string, unknown> = {}): Texts {
  const file = (token: boolean) => {
    const { within, entry } = mcpServers(base, { token })[id];
    return pretty({ ...first, [within]: { [MCP_SERVER_NAME]: entry } });
  };
  return { place, language: "json", text: file(false), textWithToken: file(true) };
}

function forCodex(base: string): Texts {
  const file = (token: boolean) => {
    const { within, entry } = mcpServers(base, { token }).codex;
    const members = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    return [`[${within}.${MCP_SERVER_NAME}]`, ...members].join("\n");
  };
  return { place: "~/.codex/config.toml", language: "toml", text: file(false), textWithToken: file(true) };
}

/** VS Code prompts for the token once and keeps it in its secret storage. */
function forVsCode(base: string): Texts {
  const input = { type: "promptString", id: VS_CODE_INPUT, description: "Token of a Cairn connection", password: true };
  const place = ".vscode/mcp.json";
  const { textWithToken } = inJson(base, "vs-code", place, { inputs: [input] });
  return { ...inJson(base, "vs-code", place), textWithToken };
}

/**
 * Claude Desktop starts programs and has no header field, so it connects through a bridge, and its configuration file
 * contains the token. The header has no space, because arguments are split at spaces on Windows.
 */
function forClaudeDesktop(url: string): Texts {
  const bridge = (args: string[], env?: Record<string, string>) =>
    pretty({
      mcpServers: { cairn: { command: "npx", args: ["-y", "mcp-remote", url, ...args], ...(env ? { env } : {}) } },
    });
  return {
    place: "claude_desktop_config.json",
    language: "json",
    text: bridge([]),
    textWithToken: bridge(["--header", `Authorization:\${${TOKEN_VARIABLE}}`], { [TOKEN_VARIABLE]: "Bearer ck_…" }),
  };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const TYPE = "application/yaml; charset=utf-8";

/** A workflow for GitHub Actions to copy: in a pull request, whether every locked skill fits. */
export function githubWorkflow(): Document {
  const program = `npx --yes ${env().BASE_URL}/client.tgz`;
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: GitHub puts the values here.
  const text = `# Copy this file to .github/workflows/cairn.yml. It fails when a skill of cairn.lock does not fit the project.
# It sends the ids of these skills, and the names and versions of the dependencies that the pull request changes.
name: Cairn
on: pull_request
permissions:
  contents: read
jobs:
  skills:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Check that every skill fits
        env:
          BASE: \${{ github.event.pull_request.base.sha }}
        run: |
          ${program} check --base "$BASE" --format markdown >> "$GITHUB_STEP_SUMMARY" || test $? -eq 1
          ${program} check --base "$BASE" --format github
`;
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: GitHub puts the values here.
  return { type: TYPE, text, keep: KEEP_SECONDS };
}

/** The same as a job for GitLab, with a report to download. */
export function gitlabJob(): Document {
  const program = `npx --yes ${env().BASE_URL}/client.tgz`;
  const text = `# Add this job to .gitlab-ci.yml. It fails when a skill of cairn.lock does not fit the project.
# It sends the ids of these skills, and the names and versions of the dependencies that the merge request changes.
cairn:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    GIT_DEPTH: "0"
  script:
    - ${program} check --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --format markdown > cairn.md || test $? -eq 1
    - ${program} check --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
  artifacts:
    when: always
    paths: [cairn.md]
`;
  return { type: TYPE, text, keep: KEEP_SECONDS };
}
