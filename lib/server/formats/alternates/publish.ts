import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { createConnection } from "@/lib/contract/public/connections";
import { env } from "@/lib/platform/env";
import { alternateOf } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

/** The publish page for agents: the same by the API. */
export function publishAlternate(): Document {
  const base = env().BASE_URL;
  return alternateOf("/skills/publish", [
    "# Publish a skill",
    "The page has a form that checks a skill and publishes it. An agent sends the same to the API:",
    `1. Get a token once: \`POST ${base}${createConnection.path}\` with \`{"name": "…"}\`.\n2. Send the skill: \`POST ${base}${submitSkill.path}\` with the token as \`Authorization: Bearer\`.\n3. Follow its operation with \`sync\` until it is \`succeeded\`, \`in_review\` or \`rejected\`.`,
    `Fields, limits and examples: ${base}/docs/api.md`,
  ]);
}
