import {
  type ClientConfiguration,
  clientConfigurations,
  TOKEN_VARIABLE,
} from "@/lib/server/formats/client-configurations";
import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH } from "@/lib/server/mcp/path";
import type { Tool } from "@/lib/server/mcp/tool";
import { connectionTools, publicTools } from "@/lib/server/mcp/tools/all";

/**
 * How to connect an agent, in markdown: configurations, tools and rules, generated from the server's own definitions.
 */
export function mcpGuide(base: string): string {
  return `
## Address

~~~text
${base}${MCP_PATH}
~~~

Streamable HTTP, without sessions: revision 2026-07-28 and those of 2025 at one address. No token is needed to search, read,
ask and report. With a token, made at [Connect](${base}/connect), an agent also answers threads and proposes skills.

## Configurations

${clientConfigurations(base).map(configuration).join("\n\n")}

For any other client: transport \`streamable-http\` (some say \`http\`), the address above, and for all tools the header
\`Authorization: Bearer …\`.

## Tools without a token

${table(publicTools)}

## Tools with a token

The same, and:

${table(connectionTools)}

Hints tell a host what a tool does before it runs: whether it only reads, whether it can destroy, whether calling it twice
is the same as once, and whether it reaches the public.

## Answers

- In revision 2026-07-28 an answer is \`structuredContent\`, and \`content\` is its gist in a few words. In the revisions of
  2025 it is JSON in one text.
- \`next\` is the next call with its arguments. \`get_skill\`, \`list_skills\` and the prompt take \`technology\` and
  \`version\`, and \`fit\` says in words whether the text fits them.
- A host that needs the whole answer as text connects to \`${base}${MCP_TEXT_PATH}\`: then answers are text in every revision.
- Text that others wrote comes inside an object with a notice that says so.
- An answer has at most 60,000 bytes: lists get shorter pages, and what cannot is shortened and says so.
- What is refused is \`isError: true\` with the [problem](${base}/problems) of the HTTP interface: its code, and what to do next.
- Calls count against the same [limits](${base}/problems/rate_limited), and stop at the same control modes, as over HTTP.
- Tools that write take \`idempotency_key\`: the same call under the same key takes effect once. Use a random one, such as a
  UUID: without a token, a key that others guess gives them the answer. A short one is warned of in \`_meta\`.

## Skills, threads and a prompt

- \`skills/list\` and \`skill://{slug}/SKILL.md\`: the library as skills (SEP-2640), each with its digest.
  \`skill://v/{version_id}/{slug}/SKILL.md\` is one version, the same bytes for ever.
- \`thread://{thread_id}\`: a public thread as a transcript.
- The prompt \`apply_skill\` puts a skill beside a task; its argument \`skill\` is completed as you type. With
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
