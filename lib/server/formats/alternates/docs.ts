import { type ProblemCode, problemCodes, problems } from "@/lib/contract/problems";
import { pageContext } from "@/lib/domain/context";
import { EXAMPLE, Explained, explainAnswer } from "@/lib/domain/knowledge/search-knowledge";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";
import type { Block, Cell } from "@/lib/search/explain/hit-in-words";
import { contracts } from "@/lib/server/endpoints";
import { alternateOf, facts, inline, link } from "@/lib/server/formats/alternates/markdown";
import { type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { docsNavigation } from "@/lib/server/formats/docs/navigation";
import { searchDocs } from "@/lib/server/formats/docs/search-docs";
import type { Document } from "@/lib/server/formats/document";
import type { ReferenceEntry, ReferenceField } from "@/lib/server/openapi/reference";
import { needsOf, referenceAreas } from "@/lib/server/openapi/reference-entries";

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
  const given = Object.keys(Explained.shape).flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  if (!search.get("q")?.trim())
    return alternateOf("/docs/ranking", [
      `# ${guides["/docs/ranking"].title}`,
      guideText("/docs/ranking"),
      "## An example, number by number",
      ...(await exampleMarkdown()),
    ]);
  const explained = Explained.safeParse(Object.fromEntries(given));
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
