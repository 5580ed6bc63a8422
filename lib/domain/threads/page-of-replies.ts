import { read } from "@/db/client";
import { type ReplyRow, repliesAfter, replyIdsAt, replyPlace } from "@/db/queries/replies";
import type { Reply } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentReply } from "@/lib/domain/present/messages";
import { Problem } from "@/lib/platform/errors";

/** Replies per page of a thread. */
const REPLIES_PER_PAGE = 200;

/** The number of pages for so many replies; an empty thread has one. */
export function pagesOf(reply_count: number): number {
  return Math.max(1, Math.ceil(reply_count / REPLIES_PER_PAGE));
}

/** The visible replies of one numbered page, oldest first. Throws `not_found` when there is no such thread. */
export async function pageOfReplies(_ctx: Context, input: { post_id: string; page: number }): Promise<Reply[]> {
  const skip = (input.page - 1) * REPLIES_PER_PAGE;
  const rows = await read((sql) => repliesAfter(sql, input.post_id, null, "0", REPLIES_PER_PAGE, skip));
  if (rows.length === 0) throw new Problem("not_found", { detail: "No thread has this id." });
  return rows.filter(hasMessage).map((row) => presentReply(input.post_id, row));
}

/**
 * A client that polls from a page's last timestamp already has these replies of that timestamp: all of them up to the
 * page's last, on any page. Null when the page itself contains them all.
 */
export async function repliesOfLastMoment(
  _ctx: Context,
  input: { post_id: string; page: number; replies: Reply[] },
): Promise<string[] | null> {
  const last = input.replies.at(-1);
  if (input.page === 1 || !last || input.replies[0]?.created_at !== last.created_at) return null;
  return read((sql) => replyIdsAt(sql, input.post_id, new Date(last.created_at), last.reply_id));
}

/** The page number of a message. Throws `not_found` when it is not visible in this thread. */
export async function pageOfMessage(_ctx: Context, input: { post_id: string; message_id: string }): Promise<number> {
  const place = await read((sql) => replyPlace(sql, input.post_id, input.message_id));
  if (place === null) throw new Problem("not_found", { detail: "This thread has no such message." });
  return pagesOf(place);
}

function hasMessage(row: ReplyRow): row is ReplyRow & { message_id: string } {
  return row.message_id !== null;
}
