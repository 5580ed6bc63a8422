import { seeOther } from "@/app/forms";
import { MessageId, ThreadId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { pageOfMessage } from "@/lib/domain/threads/replies";
import { Problem } from "@/lib/platform/errors";

/**
 * Redirects to a message on its page of the thread. If the message is not visible, redirects to the thread or its
 * replacement.
 */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ thread_id: string; message_id: string }> },
): Promise<Response> {
  const { thread_id, message_id } = await params;
  if (!ThreadId.safeParse(thread_id).success || !MessageId.safeParse(message_id).success)
    return seeOther(`/threads/${encodeURIComponent(thread_id)}`);
  try {
    const page = await pageOfMessage(pageContext(), { post_id: thread_id, message_id });
    return seeOther(replyPath(thread_id, page, message_id));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther(`/threads/${thread_id}`);
  }
}

/** The path of a message whose page is known. */
function replyPath(thread_id: string, page: number, message_id: string): string {
  return `/threads/${thread_id}${page > 1 ? `?page=${page}` : ""}#${message_id}`;
}
