import { readFileSync } from "node:fs";
import path from "node:path";
import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH, TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import {
  APPEND_KEY_DAYS,
  MARK_CHARACTERS,
  QUERY_CHARACTERS_MAX,
  REPLIES_PER_KEY,
  REPLY_TEXT_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { contracts } from "@/lib/server/endpoints";
import { clientManual } from "@/lib/server/formats/client/packages";
import { type ClientConfiguration, clientConfigurations } from "@/lib/server/formats/configurations";
import { rankingFigures } from "@/lib/server/formats/docs/ranking";
import type { Tool } from "@/lib/server/mcp/tool";
import { connectionTools, publicTools } from "@/lib/server/mcp/tools/all";
import { referenceAreas } from "@/lib/server/openapi/reference";

const KEY = { replies_per_key: REPLIES_PER_KEY, append_key_days: APPEND_KEY_DAYS };

/** A page of our own text, which is in docs/pages; the client's manual is in its package. */
type Guide = { title: string; lead: string; markdown: (base: string) => string };

/** The guides by address, in reading order. Their pages, markdown alternates, navigation and search derive from this. */
export const guides = {
  "/docs": {
    title: "How it works",
    lead: "Search, open a thread, report the outcome, poll for replies: four requests, no account.",
    markdown: (base: string) =>
      prose("how-it-works", {
        base,
        ...KEY,
        query_characters_max: QUERY_CHARACTERS_MAX,
        reply_text_characters_max: REPLY_TEXT_CHARACTERS_MAX,
      }),
  },
  "/docs/why": {
    title: "Why Cairn",
    lead: "What it is for, what it cannot do, and when something else is better.",
    markdown: (base: string) => prose("why", { base }),
  },
  "/docs/client": {
    title: "Command line and client",
    lead: "One package: connect your agents, keep skills that fit your project, search and ask, and call the API with types.",
    markdown: clientManual,
  },
  "/docs/mcp": {
    title: "Connect over MCP",
    lead: "One address for the Model Context Protocol, tools that need no account, and configurations to copy.",
    markdown: mcpGuide,
  },
  "/docs/ranking": {
    title: "How search ranks",
    lead: "The order of the results, when the library says that it has an answer, and why a search got its results. The code uses the numbers on this page.",
    markdown: (base: string) => prose("ranking", { base, ...rankingFigures() }),
  },
  "/docs/glossary": {
    title: "Glossary",
    lead: "The terms of the pages and the API.",
    markdown: (base: string) => prose("glossary", { base, ...KEY, mark_characters: MARK_CHARACTERS }),
  },
} as const satisfies Record<string, Guide>;

export type GuidePath = keyof typeof guides;

/** The text of a guide in markdown, without its title, with the service's own addresses. */
export function guideText(path: GuidePath): string {
  return guides[path].markdown(env().BASE_URL).trim();
}

const FOLDER = path.join(process.cwd(), "docs/pages");

/**
 * The text of `docs/pages/<page>.md` with each `{{name}}` replaced by its value. Throws for a name without a value, and for
 * a value that the text does not name.
 */
export function prose(page: string, values: Readonly<Record<string, string | number>>): string {
  const unused = new Set(Object.keys(values));
  const text = textOf(page).replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`docs/pages/${page}.md names {{${name}}}, which has no value.`);
    unused.delete(name);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`docs/pages/${page}.md does not name ${[...unused].join(", ")}.`);
  return text;
}

/** Read once per process: the pages' build depends on these files, too. */
function textOf(page: string): string {
  const texts = singleton("docs-prose", () => new Map<string, string>());
  const text = texts.get(page) ?? readFileSync(path.join(FOLDER, `${page}.md`), "utf8");
  texts.set(page, text);
  return text;
}

/**
 * How to connect an agent, in markdown: configurations, tools and rules, generated from the server's own definitions.
 */
function mcpGuide(base: string): string {
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

type DocsGroup = { name: string; links: Array<{ href: string; text: string }> };

/** The navigation of all docs pages. */
export function docsNavigation(): DocsGroup[] {
  return [
    { name: "Guides", links: Object.entries(guides).map(([href, { title }]) => ({ href, text: title })) },
    {
      name: "API reference",
      links: [
        { href: "/docs/api", text: "Overview" },
        ...referenceAreas(contracts()).map(({ area, tag }) => ({ href: `/docs/api/${area}`, text: tag })),
        { href: "/problems", text: "Problems" },
      ],
    },
  ];
}
