import { env } from "@/lib/platform/env";
import { contracts } from "@/lib/server/endpoints";
import { alternateOf, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import type { ReferenceEntry, ReferenceField } from "@/lib/server/openapi/reference";
import { needsOf, referenceByTag } from "@/lib/server/openapi/reference-entries";

/** Every endpoint with its fields, limits, refusals, an example and a shell command. */
export function referenceAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/docs/api", [
    "# API reference",
    `Made from the contract that every request is checked against. Bodies are JSON, unknown fields are refused, and answers may grow. As OpenAPI 3.1: ${link("public", `${base}/api/v1/openapi.json`)}, ${link("knowledge", `${base}/api/knowledge/v2/openapi.json`)}. Begin with ${link("how it works", `${base}/docs.md`)}.`,
    ...referenceByTag(contracts()).flatMap(({ tag, entries }) => [`## ${tag}`, ...entries.flatMap(partsOf)]),
  ]);
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
    `The shape of its answer, ${status}:\n\n\`\`\`json\n${answer}\n\`\`\``,
    refusals.length > 0 ? `Refuses with ${refusals.join(", ")}.` : "",
  ];
}

function lineOf({ name, carrier, required, holds, description }: ReferenceField): string {
  const said = description ? `. ${description}` : "";
  return `- \`${name}\` (${carrier}${required ? ", required" : ""}): ${holds}${said}`;
}
