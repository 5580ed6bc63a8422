import { type MessageBody, RENDERED } from "@/components/threads/message-text";
import type { Reply } from "@/lib/contract/public/resources";

/** A reply as a page shows it. */
export type ShownReply = Omit<Reply, "text"> & {
  /** Null when the text was taken back. */
  body: MessageBody | null;
};

/**
 * New replies with their texts as the server renders them, taken from the page of the thread. A text that is not there,
 * or cannot be fetched, stays as written. Never rejects.
 */
export async function fetchRendered(post_id: string, replies: Reply[]): Promise<ShownReply[]> {
  const page = await fetchPage(`/threads/${post_id}/replies/${replies[0]?.reply_id}`);
  return replies.map(({ text, ...reply }) => {
    if (text === null) return { ...reply, body: null };
    const rendered = page?.getElementById(reply.reply_id)?.querySelector(`[${RENDERED}]`);
    return { ...reply, body: rendered ? { html: rendered.innerHTML } : { text } };
  });
}

/** The milliseconds after which a request for replies, or for their page, counts as unanswered. */
export const REPLIES_MS_MAX = 20_000;

/** Without cookies, so that every reader gets the same page from the cache. */
async function fetchPage(path: string): Promise<Document | null> {
  try {
    const response = await fetch(path, { credentials: "omit", signal: AbortSignal.timeout(REPLIES_MS_MAX) });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}
