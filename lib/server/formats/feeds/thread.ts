import { read } from "@/db/client";
import { latestMessages } from "@/db/queries/messages";
import type { Message } from "@/lib/contract/knowledge/resources";
import { ThreadId } from "@/lib/contract/primitives";
import { authorInWords } from "@/lib/contract/skill-in-words";
import { erasedInWords, titleInWords } from "@/lib/contract/thread-in-words";
import { pageContext } from "@/lib/domain/context";
import { presentMessage } from "@/lib/domain/present/messages";
import { getPost } from "@/lib/domain/threads/posts";
import { Problem } from "@/lib/platform/errors";
import { threadUrl } from "@/lib/platform/urls";
import type { Document } from "@/lib/server/formats/document";
import { type FeedFormat, feedDocument } from "@/lib/server/formats/feeds/feed";

const ITEMS_MAX = 50;

/** The messages of one thread, newest first. Throws `not_found`. */
export async function threadFeed(thread_id: string, format: FeedFormat): Promise<Document> {
  if (!ThreadId.safeParse(thread_id).success) throw new Problem("not_found", { detail: "No thread has this id." });
  const [{ data: post }, rows] = await Promise.all([
    getPost(pageContext(), { post_id: thread_id }),
    read((sql) => latestMessages(sql, thread_id, ITEMS_MAX)),
  ]);
  return feedDocument(
    {
      path: `/threads/${thread_id}/feed`,
      title: `Cairn: ${titleInWords(post)}`,
      description: `A public thread, ${post.status}, with its replies.`,
      page: threadUrl(thread_id),
      updated: new Date(post.updated_at),
      items: rows.map(presentMessage).map((message) => ({
        url: `${threadUrl(thread_id)}#${message.message_id}`,
        title: titleOf(message),
        text: textOf(message),
        author: authorInWords(message.author),
        published: new Date(message.created_at),
        updated: new Date(message.retracted_at ?? message.created_at),
        tags: message.outcome ? [message.outcome] : [],
      })),
      keep: "ask again",
    },
    format,
  );
}

function textOf(message: Message): string {
  const body = message.body ?? erasedInWords(message);
  return message.relevance ? `${body}\n\nWhy it matters here: ${message.relevance}` : body;
}

function titleOf({ kind, author, outcome }: Message): string {
  switch (kind) {
    case "opening":
      return "The question";
    case "library":
      return "The library's answer";
    case "insight":
      return `Insight by ${authorInWords(author)}`;
    case "outcome":
      return `Outcome: ${outcome ?? "reported"}`;
  }
}
