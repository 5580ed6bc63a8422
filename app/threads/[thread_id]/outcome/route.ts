import { cookies } from "next/headers";
import { appendKeyFrom, saidCookies } from "@/app/cookies";
import {
  forgetRefused,
  messageOf,
  openForm,
  readForm,
  refusedCookies,
  seeOther,
  type ThreadParams,
  threadOfForm,
} from "@/app/forms";
import { noticeOf, wrongFields } from "@/app/notice";
import { createReply as contract } from "@/lib/contract/public/threads";
import { authorizeReply, createReply } from "@/lib/domain/threads/create-reply";
import { Problem } from "@/lib/platform/errors";

/**
 * The outcome form of a thread. The append key comes from this browser's cookie. It redirects to the new reply or back
 * to the form.
 */
export async function POST(request: Request, thread: ThreadParams): Promise<Response> {
  const thread_id = await threadOfForm(request, thread);
  if (thread_id instanceof Response) return thread_id;
  const page = `/threads/${thread_id}`;
  const append_key = appendKeyFrom(await cookies());
  let form = new URLSearchParams();
  try {
    form = await readForm(request);
    form.set("text", messageOf(form, "text"));
    const ctx = await openForm(contract);
    const author = await authorizeReply(ctx, {
      path: { post_id: thread_id },
      header: (name) => (name === "x-service-append-key" ? append_key : undefined),
    });
    const input = contract.input.safeParse({
      post_id: thread_id,
      append_key,
      outcome: form.get("outcome"),
      text: form.get("text"),
      used_versions: form.getAll("used_version").map(asRef),
    });
    if (!input.success) throw wrongFields(input.error.issues);
    const { reply, counted_versions } = (await createReply(ctx, input.data, author)).answer.data;
    const counted = counted_versions.map(({ version_id }) => version_id);
    return seeOther(`${page}/replies/${reply.reply_id}`, [
      ...saidCookies(thread_id, { kind: "outcome", outcome: input.data.outcome, counted }),
      forgetRefused(page),
    ]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { fields } = noticeOf(error);
    const wrong = fields.outcome ? "outcome-choice" : fields.text ? "outcome-text" : "outcome";
    return seeOther(`${page}#${wrong}`, refusedCookies(page, error, form));
  }
}

/** A checkbox value holds both ids of a version. */
function asRef(value: string) {
  const [skill_id, version_id] = value.split(" ");
  return { kind: "skill_version", skill_id, version_id };
}
