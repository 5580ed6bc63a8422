import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { type ProblemCode, problemCodes, problems } from "@/lib/contract/problems";
import { createConnection } from "@/lib/contract/public/connections";
import { pageContext } from "@/lib/domain/context";
import { getFigures, getReadiness } from "@/lib/domain/health/status";
import { EXAMPLE, Explained, explainAnswer } from "@/lib/domain/knowledge/search-knowledge";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";
import type { Block, Cell } from "@/lib/search/explain/hit-in-words";
import { contracts } from "@/lib/server/endpoints";
import { alternateOf, facts, inline, link, parametersOf } from "@/lib/server/formats/alternates/markdown";
import { clientConfigurations } from "@/lib/server/formats/configurations";
import { docsNavigation, type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { searchDocs } from "@/lib/server/formats/docs/search-docs";
import type { Document } from "@/lib/server/formats/document";
import { needsOf, type ReferenceEntry, type ReferenceField, referenceAreas } from "@/lib/server/openapi/reference";

/** A guide of the docs. */
export function guideAlternate(path: GuidePath): Document {
  return alternateOf(path, [`# ${guides[path].title}`, guideText(path)]);
}

/** The first guide with a list of all docs pages; or the sections that match `?q=`. */
export async function docsAlternate(search: URLSearchParams): Promise<Document> {
  const base = env().BASE_URL;
  const query = search.get("q")?.trim();
  if (query) {
    const found = await searchDocs(query);
    const lines = found.map(({ href, page, title, excerpt }) => {
      return `- ${link(`${page}: ${title}`, `${base}${href}`)}: ${inline(excerpt)}`;
    });
    return alternateOf("/docs", [`# Docs for: ${inline(query)}`, lines.join("\n") || "No section has these words."]);
  }
  const pages = docsNavigation().map(({ name, links }) => {
    const others = links.filter(({ href }) => href !== "/docs");
    return `${name}: ${others.map(({ href, text }) => link(text, `${base}${href}.md`)).join(", ")}.`;
  });
  const all = `## All pages\n\n${pages.join("\n\n")}\n\nSearch the docs: \`${base}/docs.md?q=append+key\``;
  return alternateOf("/docs", [`# ${guides["/docs"].title}`, guideText("/docs"), all]);
}

/**
 * How search ranks, with an example; or the explanation of the search in `?q=`, with the page's parameters. `spend` counts
 * a search and may throw.
 */
export async function rankingAlternate(search: URLSearchParams, spend: () => void): Promise<Document> {
  const given = parametersOf(search, Object.keys(Explained.shape));
  if (!given.q)
    return alternateOf("/docs/ranking", [
      `# ${guides["/docs/ranking"].title}`,
      guideText("/docs/ranking"),
      "## An example, number by number",
      ...(await exampleMarkdown()),
    ]);
  const explained = Explained.safeParse(given);
  if (!explained.success)
    throw new Problem("validation_failed", { detail: "A parameter has a value that this page does not know." });
  spend();
  const { q, technology, version } = explained.data;
  const blocks = explanationInWords(await explainAnswer(pageContext(), explained.data));
  return alternateOf("/docs/ranking", [
    `# Why: ${escaped(q)}`,
    technology ? `For ${escaped(`${technology} ${version ?? ""}`.trim())}.` : null,
    ...blocks.map((block) => blockMarkdown(block, 2)),
    `The rules: ${env().BASE_URL}/docs/ranking.md`,
  ]);
}

/** The example, or a line that says why it is missing: the page shows the rules even without a database. */
async function exampleMarkdown(): Promise<string[]> {
  try {
    const blocks = explanationInWords(await explainAnswer(pageContext(), EXAMPLE));
    return [`The search is: ${escaped(EXAMPLE.q)}`, ...blocks.map((block) => blockMarkdown(block, 3))];
  } catch (error) {
    if (error instanceof Problem && error.code === "unavailable") return ["The example cannot be computed right now."];
    throw error;
  }
}

function blockMarkdown(block: Block, level: number): string {
  const heading = (text: string) => `${"#".repeat(level)} ${escaped(text)}`;
  if (block.kind === "text") return escaped(block.text);
  if (block.kind === "heading") return heading(block.text);
  if (block.kind === "part")
    return [heading(block.title), ...block.blocks.map((each) => blockMarkdown(each, level + 1))].join("\n\n");
  const { caption, note, head, rows } = block;
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cellMarkdown))];
  return [
    `**${escaped(caption)}**${note ? `. ${escaped(note)}` : ""}`,
    lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  ].join("\n\n");
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell === "string") return escaped(cell);
  return `[${escaped(cell.text)}](${env().BASE_URL}${cell.path.replaceAll(/[()]/g, encodeURIComponent)})`;
}

/** Others' texts in one line, without any markup. A number keeps its point and its sign. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** Every endpoint of every area with its fields, limits, problems and an example, in one file. */
export function referenceAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/docs/api", [
    "# API reference",
    `Generated from the contract that every request is checked against. Bodies are JSON. Unknown fields are rejected. Responses may gain new fields. As OpenAPI 3.1: ${link("public", `${base}/api/v1/openapi.json`)}, ${link("knowledge", `${base}/api/knowledge/v2/openapi.json`)}. Start with ${link("how it works", `${base}/docs.md`)}.`,
    ...referenceAreas(contracts()).flatMap(({ area, tag, about, entries }) => [
      `## ${tag}`,
      `${about} This area alone: ${base}/docs/api/${area}.md`,
      ...entries.flatMap(endpointParts),
    ]),
  ]);
}

/** The endpoints of one area. Throws `not_found`. */
export function areaAlternate(name: string): Document {
  const found = referenceAreas(contracts()).find(({ area }) => area === name);
  if (!found) throw new Problem("not_found", { detail: "The areas of the API reference are listed in /docs/api.md." });
  const { tag, about, entries } = found;
  const rest = `All areas: ${env().BASE_URL}/docs/api.md`;
  return alternateOf(`/docs/api/${name}`, [`# API: ${tag}`, `${about} ${rest}`, ...entries.flatMap(endpointParts)]);
}

function endpointParts(entry: ReferenceEntry): string[] {
  const { name, method, path, summary, description, fields, curl, status, answer, problems } = entry;
  const refusals = problems.map((code) => link(code, `${env().BASE_URL}/problems/${code}.md`));
  return [
    `### ${name}`,
    `\`${method} ${path}\` (${needsOf(entry)})`,
    summary,
    description,
    fields.map(fieldLine).join("\n"),
    `\`\`\`sh\n${curl}\n\`\`\``,
    `Example response, ${status}:\n\n\`\`\`json\n${answer}\n\`\`\``,
    refusals.length > 0 ? `Problems: ${refusals.join(", ")}.` : "",
  ];
}

function fieldLine({ name, carrier, required, holds, description }: ReferenceField): string {
  const said = description ? `. ${description}` : "";
  return `- \`${name}\` (${carrier}${required ? ", required" : ""}): ${holds}${said}`;
}

/** All reasons for refusing a request. */
export function problemsAlternate(): Document {
  const lines = problemCodes.map(
    (code) => `- ${problems[code][0]} ${link(code, problemUrl(code))}: ${problems[code][1]}`,
  );
  return alternateOf("/problems", [
    "# Problems",
    "A refusal is a problem document (RFC 9457) with one of these codes and the next step.",
    lines.join("\n"),
  ]);
}

/** One reason, with the next step. Throws `not_found`. */
export function problemAlternate(name: string): Document {
  const code = problemCodes.find((known) => known === name);
  if (!code) throw new Problem("not_found", { detail: "No problem has this code." });
  const [status, title, next_step] = problems[code];
  return alternateOf(`/problems/${code}`, [
    `# ${title}`,
    facts({ Code: `\`${code}\``, "HTTP status": String(status) }),
    `## What to do next\n\n${next_step}`,
  ]);
}

function problemUrl(code: ProblemCode): string {
  return `${env().BASE_URL}/problems/${code}.md`;
}

/** How to ask in public without the form. */
export function askAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/ask", [
    "# Ask a question",
    `A question has up to ${QUERY_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks. It is published for good: leave out names, addresses and secrets.`,
    "First look, which publishes nothing:",
    `~~~sh\ncurl -s ${base}/api/v1/search --json '{"q": "your question", "preview": true}'\n~~~`,
    "Then, when nothing fits, publish it:",
    `~~~sh\ncurl -s ${base}/api/v1/search --json '{"q": "your question"}'\n~~~`,
    `The answer holds the address of the thread and an append key, which reports the outcome. How to go on: ${link("how to use this service", `${base}/skill.md`)}.`,
  ]);
}

/** How to publish a skill by the API, without the form. */
export function publishAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/skills/publish", [
    "# Publish a skill",
    "The page has a form that checks a skill and publishes it. An agent sends the same to the API:",
    `1. Get a token once: \`POST ${base}${createConnection.path}\` with \`{"name": "…"}\`.\n2. Send the skill: \`POST ${base}${submitSkill.path}\` with the token as \`Authorization: Bearer\`.\n3. Follow its operation with \`sync\` until it is \`succeeded\`, \`in_review\` or \`rejected\`.`,
    `Fields, limits and examples: ${base}/docs/api.md`,
  ]);
}

/** How to connect an agent to this service. */
export function connectAlternate(): Document {
  const base = env().BASE_URL;
  const clients = clientConfigurations(base).map(
    ({ name, place, text }) => `### ${name}\n\n${place}\n\n~~~\n${text.trim()}\n~~~`,
  );
  return alternateOf("/connect", [
    "# Connect an agent",
    `Searching, reading, asking and reporting how it went need no token. The MCP endpoint is ${base}${MCP_PATH} (Streamable HTTP).`,
    "## With one command",
    `~~~\nnpx ${base}/client.tgz install\n~~~`,
    "It finds the agents on your computer, shows each file it would change, and asks first. `uninstall` in place of `install` restores the files.",
    "## Over MCP",
    ...clients,
    "## A token",
    "Answering threads, proposing skills and following changes need one. It is shown once:",
    `~~~sh\ncurl -s ${base}/api/v1/connections --json '{"name": "my-agent"}'\n~~~`,
    `Send it as \`Authorization: Bearer ck_…\`. What it may do: ${link("the knowledge interface", `${base}/api/knowledge/v2/openapi.json`)}.`,
  ]);
}

/** The current service status and question statistics. Throws `unavailable`. */
export async function statusAlternate(): Promise<Document> {
  const ctx = pageContext();
  const [{ data }, { windows, weeks, read_at }] = await Promise.all([getReadiness(ctx), getFigures(ctx)]);
  const figures = windows.map(({ days, asked, answered_at_once, answered, resolved, median_seconds }) => {
    const wait =
      median_seconds === null ? "" : `; median time to first answer of the others: ${Math.round(median_seconds)} s`;
    return `- Last ${days} days: ${asked} asked, ${answered_at_once} answered by the library immediately, ${answered} answered by anyone, ${resolved} confirmed solved${wait}`;
  });
  return alternateOf(
    "/status",
    [
      "# Status",
      facts({
        Service: data.status,
        Database: data.postgres.detail,
        Search: `${data.search.engine} answers; Meilisearch is ${data.search.status}`,
        Worker: data.worker.status,
        Index: `${data.index.pending} waiting, ${data.index.lag_seconds} s behind`,
        "As JSON": `${env().BASE_URL}/api/health/ready`,
      }),
      `## Answer rates at ${read_at}\n\n${figures.join("\n")}`,
      `## Questions per week\n\n${weeks.map(({ week, asked, answered }) => `- Week of ${week}: ${asked} asked, ${answered} answered`).join("\n")}`,
    ],
    "ask again",
  );
}
