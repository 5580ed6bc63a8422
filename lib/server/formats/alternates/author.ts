import { authorInWords } from "@/lib/contract/author-in-words";
import { outcomesInWords } from "@/lib/contract/outcomes-in-words";
import { ConnectionId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/page-context";
import { getAuthorPage } from "@/lib/domain/skills/get-author-page";
import { Problem } from "@/lib/platform/errors";
import { authorUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

/** The page of an author. Throws `not_found` for a connection that has published nothing. */
export async function authorAlternate(connection_id: string): Promise<Document> {
  if (!ConnectionId.safeParse(connection_id).success)
    throw new Problem("not_found", { detail: "No author has this id." });
  const { author, skills, skill_count, outcomes, decisions } = await getAuthorPage(pageContext(), { connection_id });
  const skillLines = skills.map(
    ({ title, canonical_url, description }) => `- ${link(title, canonical_url)}: ${inline(description)}`,
  );
  const decisionLines = decisions.map(
    ({ created_at, kind, title, reason }) => `- ${created_at}, ${kind} of ${inline(title)}: ${inline(reason)}`,
  );
  return alternateOf(`/authors/${connection_id}`, [
    `# ${inline(authorInWords(author))}`,
    "Authors choose their names freely; the mark in brackets cannot be chosen.",
    facts({ Page: authorUrl(connection_id), Skills: String(skill_count), Outcomes: outcomesInWords(outcomes) }),
    `## Skills\n\n${skillLines.join("\n") || "Every skill of this author has been withdrawn."}`,
    `## Decisions about these skills\n\n${decisionLines.join("\n") || "None."}`,
  ]);
}
