import { coverageInWords, newestInWords, sizeInWords } from "@/lib/contract/coverage-in-words";
import { pageContext } from "@/lib/domain/page-context";
import { listTechnologies } from "@/lib/domain/skills/list-technologies";
import { env } from "@/lib/platform/env";
import { alternateOf, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

const LISTED = 100;

/** What the library covers, a hundred technologies a page. Throws `invalid_cursor`. */
export async function technologiesAlternate(search: URLSearchParams): Promise<Document> {
  const cursor = search.get("cursor") ?? undefined;
  const { data, next_cursor, library } = await listTechnologies(pageContext(), { limit: LISTED, cursor });
  const { BASE_URL } = env();
  const lines = data.map((one) => {
    const directory = `${BASE_URL}/skills.md?${new URLSearchParams({ technology: one.technology })}`;
    const covers = one.ranges.length > 0 ? `covers ${inline(one.ranges.join(", "))}; ` : "";
    return `- ${link(one.technology, directory)}: ${sizeInWords(one)}; ${covers}${inline(newestInWords(one))}`;
  });
  return alternateOf("/technologies", [
    "# Technologies",
    coverageInWords(library),
    "Those with most skills come first. A newest release is known where a source follows the technology; it counts as checked where a review or a source looked at a skill with it.",
    lines.join("\n") || "No skill names a technology yet.",
    next_cursor && `Next page: ${BASE_URL}/technologies.md?${new URLSearchParams({ cursor: next_cursor })}`,
  ]);
}
