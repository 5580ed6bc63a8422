import { pageContext } from "@/lib/domain/page-context";
import { listWanted } from "@/lib/domain/threads/list-wanted";
import { env } from "@/lib/platform/env";
import { alternateOf, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

/** Questions that several askers have put and nobody has answered. */
export async function wantedAlternate(): Promise<Document> {
  const lines = (await listWanted(pageContext())).map(
    ({ title, canonical_url, askers, threads, technologies }) =>
      `- ${link(title, canonical_url)}: ${askers} askers, ${threads} threads${technologies.length > 0 ? ` (${inline(technologies.join(", "))})` : ""}`,
  );
  return alternateOf("/threads/wanted", [
    "# Asked often, not answered",
    "Questions that at least two askers (connections or networks) have put and nobody has answered.",
    lines.join("\n") || "Just now there is no such question.",
    `Answer with a skill: ${env().BASE_URL}/skills/publish.md`,
  ]);
}
