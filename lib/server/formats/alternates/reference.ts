import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { contracts } from "@/lib/server/endpoints";
import { alternateOf, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import type { ReferenceEntry, ReferenceField } from "@/lib/server/openapi/reference";
import { needsOf, referenceAreas } from "@/lib/server/openapi/reference-entries";

/** Every endpoint of every area with its fields, limits, problems and an example, in one file. */
export function referenceAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/docs/api", [
    "# API reference",
    `Generated from the contract that every request is checked against. Bodies are JSON. Unknown fields are rejected. Responses may gain new fields. As OpenAPI 3.1: ${link("public", `${base}/api/v1/openapi.json`)}, ${link("knowledge", `${base}/api/knowledge/v2/openapi.json`)}. Start with ${link("how it works", `${base}/docs.md`)}.`,
    ...referenceAreas(contracts()).flatMap(({ area, tag, about, entries }) => [
      `## ${tag}`,
      `${about} This area alone: ${base}/docs/api/${area}.md`,
      ...entries.flatMap(partsOf),
    ]),
  ]);
}

/** The endpoints of one area. Throws `not_found`. */
export function areaAlternate(name: string): Document {
  const found = referenceAreas(contracts()).find(({ area }) => area === name);
  if (!found) throw new Problem("not_found", { detail: "The areas of the API reference are listed in /docs/api.md." });
  const { tag, about, entries } = found;
  const rest = `All areas: ${env().BASE_URL}/docs/api.md`;
  return alternateOf(`/docs/api/${name}`, [`# API: ${tag}`, `${about} ${rest}`, ...entries.flatMap(partsOf)]);
}

function partsOf(entry: ReferenceEntry): string[] {
  const { name, method, path, summary, description, fields, curl, status, answer, problems } = entry;
  const refusals = problems.map((code) => link(code, `${env().BASE_URL}/problems/${code}.md`));
  return [
    `### ${name}`,
    `\`${method} ${path}\` (${needsOf(entry)})`,
    summary,
    description,
    fields.map(lineOf).join("\n"),
    `\`\`\`sh\n${curl}\n\`\`\``,
    `Example response, ${status}:\n\n\`\`\`json\n${answer}\n\`\`\``,
    refusals.length > 0 ? `Problems: ${refusals.join(", ")}.` : "",
  ];
}

function lineOf({ name, carrier, required, holds, description }: ReferenceField): string {
  const said = description ? `. ${description}` : "";
  return `- \`${name}\` (${carrier}${required ? ", required" : ""}): ${holds}${said}`;
}
