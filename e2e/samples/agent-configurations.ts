/**
 * Configurations as users of each agent have them: with comments, unknown members, other servers and secrets. `edit` is a
 * change that a user or the agent itself makes later, elsewhere in the file.
 */
export type SampleConfiguration = {
  agent: string;
  /** Below the home folder. */
  file: string;
  text: string;
  edit: (text: string) => string;
};

export const sampleConfigurations: SampleConfiguration[] = [
  {
    agent: "claude-code",
    file: ".claude.json",
    text: `{
  "numStartups": 184,
  "installMethod": "native",
  "tipsHistory": { "shift-enter": 12, "memory-command": 3 },
  "projects": {
    "/home/ann/app": {
      "allowedTools": [],
      "mcpServers": {},
      "hasTrustDialogAccepted": true
    }
  },
  "mcpServers": {
    "postgres": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "postgres-mcp"],
      "env": { "DATABASE_URL": "postgres://ann@localhost/app" }
    }
  },
  "userID": "0b6f3c"
}
`,
    edit: (text) => text.replace('"numStartups": 184', '"numStartups": 185'),
  },
  {
    agent: "claude-code",
    file: ".claude/settings.json",
    text: `{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(npm run lint)", "Read(~/.zshrc)"],
    "deny": ["Read(./.env)"]
  },
  "model": "opus"
}
`,
    edit: (text) => text.replace('"deny": [', '"deny": ["WebFetch", '),
  },
  {
    agent: "cursor",
    file: ".cursor/mcp.json",
    text: `{
\t// Shared with the team, see the wiki
\t"mcpServers": {
\t\t"linear": { "url": "https://mcp.linear.example/sse" }, // issues
\t\t/* "figma": { "url": "http://127.0.0.1:3845/sse" }, */
\t},
\t"experimental": { "x": 1e3 },
}
`,
    edit: (text) => text.replace("// issues", "// issues and plans"),
  },
  {
    agent: "codex",
    file: ".codex/config.toml",
    text: `# Codex
model = "gpt-5-codex"   # default
model_reasoning_effort = "high"
notify = ["python3", "/home/ann/bin/notify.py"]

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]
env = { "API_KEY" = "x" }

[projects."/home/ann/app"]
trust_level = "trusted"

[unknown.table]
since = 2026-01-02T03:04:05Z
big = 9_007_199_254_740_993
text = """
[mcp_servers.cairn]
"""
`,
    edit: (text) => `${text}\n[projects."/home/ann/new"]\ntrust_level = "trusted"\n`,
  },
  {
    agent: "gemini-cli",
    file: ".gemini/settings.json",
    text: `{
    "security": { "auth": { "selectedType": "oauth-personal" } },
    // Look
    "ui": {
        "theme": "Dracula"
    },
    "mcpServers": {
        "github": {
            "httpUrl": "https://api.githubcopilot.example/mcp/",
            "headers": { "Authorization": "Bearer $GITHUB_TOKEN" }
        }
    }
}`,
    edit: (text) => text.replace("Dracula", "GitHub"),
  },
  {
    agent: "vs-code",
    file: ".config/Code/User/mcp.json",
    text: `{
	"inputs": [
		{ "type": "promptString", "id": "perplexity-key", "description": "Key", "password": true }
	],
	"servers": {}
}
`,
    edit: (text) => text.replace('"Key"', '"A key"'),
  },
  {
    agent: "copilot-cli",
    file: ".copilot/mcp-config.json",
    text: `{"mcpServers":{"docs":{"type":"http","url":"https://docs.example/mcp","tools":["*"]}}}`,
    edit: (text) => text.replace('["*"]', '["read"]'),
  },
  {
    agent: "opencode",
    file: ".config/opencode/opencode.jsonc",
    text: `{
  "$schema": "https://opencode.ai/config.json",
  // "model": "anthropic/claude-sonnet-4-5",
  "autoupdate": true, // stay current
  "permission": { "bash": { "*": "ask" } }
  // "mcp": {}
}
`,
    edit: (text) => text.replace('"autoupdate": true', '"autoupdate": "notify"'),
  },
  {
    agent: "windsurf",
    file: ".codeium/windsurf/mcp_config.json",
    text: `{
  "mcpServers": {
    "figma": { "serverUrl": "https://mcp.figma.example/mcp", "disabledTools": ["x"] }
  }
}`,
    edit: (text) => text.replace('["x"]', '["x", "y"]'),
  },
  {
    agent: "cline",
    file: ".cline/data/settings/cline_mcp_settings.json",
    text: `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "github-mcp"],
      "env": { "GITHUB_TOKEN": "x" },
      "alwaysAllow": [],
      "disabled": false
    }
  }
}
`,
    edit: (text) => text.replace('"disabled": false', '"disabled": true'),
  },
  {
    agent: "zed",
    file: ".config/zed/settings.json",
    text: `// Zed settings
//
// For information on how to configure Zed, see the documentation.
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  "context_servers": {
    "docs": { "command": "docs-mcp", "args": [], "env": {} },
  },
  "vim_mode": true,
}
`,
    edit: (text) => text.replace('"vim_mode": true', '"vim_mode": false'),
  },
  {
    agent: "kiro",
    file: ".kiro/settings/mcp.json",
    text: `{
  "mcpServers": {
    "fetch": { "command": "uvx", "args": ["mcp-server-fetch"], "autoApprove": ["fetch"], "disabled": true }
  },
  "powers": { "mcpServers": {} }
}
`,
    edit: (text) => text.replace('["fetch"]', "[]"),
  },
  {
    agent: "junie",
    file: ".junie/mcp/mcp.json",
    text: `{
  "mcpServers": {}
}
`,
    edit: (text) => text.replace(/^\{/, "{ "),
  },
];
