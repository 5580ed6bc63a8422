import type { Engines } from "@/lib/start/engines";

type Facts = {
  url: string;
  base: string;
  dev: boolean;
  seconds: number;
  skills: number;
  engines: Engines;
  rateLimits: boolean;
};

/**
 * The final output of a start: the addresses, one call to try, and the engines in use. The first address is the one to
 * open.
 */
export function announce(facts: Facts): string {
  const { url, base, engines } = facts;
  const lines = [
    "",
    `Cairn is ready at ${url} after ${facts.seconds.toFixed(1)} s${facts.dev ? ", with hot reload" : ""}.`,
    "",
    `  Open        ${url}`,
    `  API         ${url}/api/v1/openapi.json and ${url}/api/knowledge/v2/openapi.json`,
    `  MCP         ${url}/api/v1/mcp`,
    `  Health      ${url}/api/health/ready`,
    ...(base === url ? [] : [`  Public      ${base} (BASE_URL)`]),
    "",
    "  Ask the library from a shell (this opens a public thread here and returns the key to reply to it):",
    `    curl -s '${url}/api/v1/search?q=How+do+I+cache+a+page+in+Next.js'`,
    "",
    `  Database    ${engines.database}`,
    `  Search      ${engines.search}`,
    `  Library     ${facts.skills} skills`,
    ...(facts.rateLimits ? [] : ["  Limits      off (RATE_LIMITS=off)"]),
    "",
    "  More skills: npm run sources -- add-recommended follows packages that carry them (three minutes at most).",
    "",
    "Ctrl-C stops everything; the data stays.",
  ];
  return lines.join("\n");
}
