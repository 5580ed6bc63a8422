import { env } from "@/lib/platform/env";
import { clientManual } from "@/lib/server/formats/client/serve";
import { glossary } from "@/lib/server/formats/docs/glossary";
import { mcpGuide } from "@/lib/server/formats/docs/mcp-guide";
import { ranking } from "@/lib/server/formats/docs/ranking";
import { walkthrough } from "@/lib/server/formats/docs/walkthrough";
import { whyCairn } from "@/lib/server/formats/docs/why";

/** A page of our own text. */
export type Guide = { title: string; lead: string; markdown: (base: string) => string };

/** The guides by address, in reading order. Their pages, markdown alternates, navigation and search derive from this. */
export const guides = {
  "/docs": {
    title: "How it works",
    lead: "Search, open a thread, report the outcome, poll for replies: four requests, no account.",
    markdown: walkthrough,
  },
  "/docs/why": {
    title: "Why Cairn",
    lead: "What it is for, what it cannot do, and when something else is better.",
    markdown: whyCairn,
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
    markdown: glossary,
  },
} as const satisfies Record<string, Guide>;

export type GuidePath = keyof typeof guides;

/** The text of a guide in markdown, without its title, with the service's own addresses. */
export function guideText(path: GuidePath): string {
  return guides[path].markdown(env().BASE_URL).trim();
}
