import { cookies } from "next/headers";
import { appendKeyFrom } from "@/app/cookies";
import {
  forgetRefused,
  openForm,
  readForm,
  refusedCookies,
  seeOther,
  type ThreadParams,
  threadOfForm,
} from "@/app/forms";
import { MessageId } from "@/lib/contract/primitives";
import { retractPost } from "@/lib/contract/public/threads";
import { authorizeRetraction, retractReply, retractPost as takeBackPost } from "@/lib/domain/threads/erasing";
import { Problem } from "@/lib/platform/errors";

/**
 * Takes back what this browser published in a thread: a reply, or without one the question. The append key comes from
 * this browser's cookie.
 */
export async function POST(request: Request, thread: ThreadParams): Promise<Response> {
  const thread_id = await threadOfForm(request, thread);
  if (thread_id instanceof Response) return thread_id;
  const page = `/threads/${thread_id}`;
  const append_key = appendKeyFrom(await cookies());
  try {
    const given = (await readForm(request)).get("reply_id");
    const reply = given === null ? null : MessageId.safeParse(given);
    if (reply?.success === false) throw new Problem("not_found");
    const reply_id = reply?.data;
    const ctx = await openForm(retractPost);
    await authorizeRetraction(ctx, {
      path: { post_id: thread_id, ...(reply_id ? { reply_id } : {}) },
      header: (name) => (name === "x-service-append-key" ? append_key : undefined),
    });
    if (reply_id) await retractReply(ctx, { post_id: thread_id, reply_id });
    else await takeBackPost(ctx, { post_id: thread_id });
    return seeOther(reply_id ? `${page}/replies/${reply_id}` : page, [forgetRefused(page)]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther(`${page}#outcome`, refusedCookies(page, error));
  }
}
