import { read } from "@/db/client";
import { messagesAfter } from "@/db/queries/messages";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { ThreadId } from "@/lib/contract/primitives";
import type { ThreadTechnology } from "@/lib/contract/search-answer";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { pageContext } from "@/lib/domain/context";
import { presentMessage, presentTranscript } from "@/lib/domain/present/messages";
import { getPost, getSubject } from "@/lib/domain/threads/posts";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { repliesUrl, threadUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present";

const MESSAGES_MAX = 500;

/** The page of a thread: its state, then all public messages, quoted. Throws `not_found`. */
export async function threadAlternate(thread_id: string): Promise<Document> {
  if (!ThreadId.safeParse(thread_id).success) throw new Problem("not_found", { detail: "No thread has this id." });
  const [{ data: post }, rows, subject] = await Promise.all([
    getPost(pageContext(), { post_id: thread_id }),
    read((sql) => messagesAfter(sql, thread_id, "0", MESSAGES_MAX + 1)),
    getSubject(pageContext(), { thread_id }),
  ]);
  const messages = rows.slice(0, MESSAGES_MAX).map(presentMessage);
  const last = messages.at(-1);
  return alternateOf(
    `/threads/${thread_id}`,
    [
      `# ${inline(titleInWords(post))}`,
      facts({
        Page: threadUrl(thread_id),
        "About the skill": subject && link(subject.title, subject.canonical_url),
        Status: post.status,
        Asked: post.created_at,
        "Last activity": post.updated_at,
        Technologies: inTheirVersions(post.technologies),
        Replies: String(post.reply_count),
        "As JSON, to poll": repliesUrl(thread_id),
        "To answer":
          post.status === "resolved"
            ? null
            : `with a token (${env().BASE_URL}/connect): \`add_insight\` over MCP, or POST ${addInsight.path} with {"target":{"kind":"conversation","thread_id":"${thread_id}"},"body":"…"}`,
      }),
      `What is quoted below: ${THIRD_PARTY_NOTICE}`,
      presentTranscript(messages),
      rows.length > MESSAGES_MAX && last
        ? `The first ${MESSAGES_MAX} messages. More: ${repliesUrl(thread_id)}?since=${last.created_at}`
        : null,
    ],
    "ask again",
  );
}

function inTheirVersions(technologies: ThreadTechnology[]): string | null {
  return (
    technologies.map(({ technology, version }) => inline([technology, version ?? ""].join(" "))).join(", ") || null
  );
}
