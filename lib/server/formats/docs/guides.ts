import {
  APPEND_KEY_DAYS,
  MARK_CHARACTERS,
  QUERY_CHARACTERS_MAX,
  REPLIES_PER_KEY,
  REPLY_TEXT_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import { env } from "@/lib/platform/env";
import { clientManual } from "@/lib/server/formats/client/serve";
import { mcpGuide } from "@/lib/server/formats/docs/mcp-guide";
import { prose } from "@/lib/server/formats/docs/prose";
import { ranking } from "@/lib/server/formats/docs/ranking";

const KEY = { replies_per_key: REPLIES_PER_KEY, append_key_days: APPEND_KEY_DAYS };

/** A page of our own text, which is in docs/pages; the client's manual is in its package. */
export type Guide = { title: string; lead: string; markdown: (base: string) => string };

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
    markdown: ranking,
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
