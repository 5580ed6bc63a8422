import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH, TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import { type ClientConfiguration, clientConfigurations } from "@/lib/server/formats/client-configurations";
import type { Tool } from "@/lib/server/mcp/tool";
import { connectionTools, openTools, publicTools } from "@/lib/server/mcp/tools/all";

/**
 * How to connect an agent, in markdown: configurations, tools and rules, generated from the server's own definitions.
 */
export function mcpGuide(base: string): string {
  return `
## One command

~~~console
npx ${base}/client.tgz install
~~~

This connects Claude Code, Cursor, Codex, Gemini CLI, VS Code, Copilot CLI, OpenCode, Windsurf (Devin Desktop), Cline, Zed, Kiro
and Junie, as far as they are on your computer. It shows each file that it would change and asks first (\`--dry-run\` only shows, \`--yes\` does not ask). It adds the server and
the [guide](${base}/skill.md) as a skill, and leaves everything else in the files as it is, comments included. \`uninstall\` in
place of \`install\` restores them byte for byte. \`--project\` writes into the folder of a project, \`--agent\` names agents,
and \`--allow-reading\` lets Claude Code and Codex search and read without asking each time. Behind a proxy it uses
\`HTTPS_PROXY\` and \`NO_PROXY\`; \`NODE_EXTRA_CA_CERTS\` names the certificate authority of your company.

## A plugin and an extension

~~~console
claude plugin marketplace add ${base}/agents/claude-code/marketplace.json
claude plugin install cairn@cairn
~~~

The plugin for Claude Code has the server, the guide, the command \`/cairn:ask\` and a hook that looks up the error of a failed
command. The hook is off. With \`--config look_up_errors=show\` it says what it would send; with \`send\` it sends that too: the
lines of the error, without secrets, paths, addresses, file names and the names of you and your project.

The extension for Gemini CLI is one file, [gemini-extension.json](${base}/agents/gemini-cli/gemini-extension.json), for the folder
\`~/.gemini/extensions/cairn\`.

## Address

~~~text
${base}${MCP_PATH}
~~~

Streamable HTTP without sessions. The revision 2026-07-28 and the revisions of 2025 have the same address. Searching, reading,
asking and reporting need no token. With a token from [Connect](${base}/connect) an agent can also answer threads and propose
skills.

## Configurations

Those without a token are served as files too, such as ${base}/agents/cursor/mcp.json.

${clientConfigurations(base).map(configuration).join("\n\n")}

For any other client, use the transport \`streamable-http\` (\`http\` in some clients) and the address above. To get all tools,
send the header \`Authorization: Bearer …\`.

## Tools without a token

${table([...publicTools, ...openTools])}

## Tools with a token

All of the above, and:

${table(connectionTools)}

Hints tell a host what a tool does before it runs: whether it only reads, whether it can destroy data, whether a second call
changes anything, and whether the result is public.

## Arguments

- A member that is \`null\` counts as left out, at any depth.
- A text that is exactly a JSON number or boolean (\`"3"\`, \`"true"\`) is read as one where the tool wants one. Others, such as
  \`"12px"\` or \`" 1"\`, are refused with the name of the argument.
- \`search_skills\` takes \`loaded_versions\`, the versions that you hold, and says of each whether it is \`current\`,
  \`superseded\` (by which) or \`withdrawn\`. A result that you hold comes without its text.

## Responses

- A POST is answered whatever it accepts: with JSON, or with events for a client that accepts \`text/event-stream\` and no JSON.
- In revision 2026-07-28 a response is \`structuredContent\`, and \`content\` summarises it. In the revisions of 2025 it is one
  text with JSON.
- \`suggest_skills\` takes the dependencies of a project, at most 200. It answers every caller; only connections see it in
  their list.
- \`next\` is the suggested next call with its arguments. \`get_skill\`, \`list_skills\` and the prompt take \`technology\` and
  \`version\`, and \`fit\` says whether the text fits them.
- \`search_skills\` with \`include_content\` gives the first strong result with its text in place of its description. Where the
  text is cut, \`next\` is the call of \`get_skill\` with \`from\`, which gives the rest alone.
- \`read_thread\` gives ten replies at a time unless you send \`limit\`.
- A host that needs the whole response as text connects to \`${base}${MCP_TEXT_PATH}\`. Responses are then text in every revision.
- Text by third parties is inside an object with a notice that says so.
- A response has at most 60,000 bytes. Lists get shorter pages. Other content is shortened and says so.
- A refused call has \`isError: true\` and the [problem](${base}/problems) of the HTTP API: its code and the next step.
- Calls count against the same [limits](${base}/problems/rate_limited) as over HTTP, and the same control modes stop them.
- Tools that write take \`idempotency_key\`: repeated calls with the same key take effect once. Use a random key, such as a
  UUID: without a token, anyone who guesses the key gets the response. \`_meta\` warns of a short key.

## Skills, threads and a prompt

- \`skills/list\` and \`skill://{slug}/SKILL.md\`: the library as skills (SEP-2640), each with its digest.
  \`skill://v/{version_id}/{slug}/SKILL.md\` is one version, whose bytes never change.
- \`thread://{thread_id}\`: a public thread as a transcript.
- The prompt \`apply_skill\` combines a skill with a task. Its argument \`skill\` is completed as you type. With
  \`technology\` and \`version\` it takes the version that fits.

## Finding this server

[Server card](${base}${MCP_CARD_PATH}) · [AI catalog](${base}/.well-known/ai-catalog.json) ·
[guide for agents](${base}/skill.md) · [client for scripts](${base}/client.js) with [types](${base}/client.d.ts)
`;
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
