import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { env } from "@/lib/platform/env";
import { alternateOf, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

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
