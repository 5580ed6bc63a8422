import { forgetRefused, openForm, readForm, refusedCookie, refuseForeignForm, seeOther } from "@/app/forms";
import { wrongFields } from "@/app/notice";
import { appendKeyCookie } from "@/app/threads/[thread_id]/append-key-cookie";
import { address } from "@/components/address";
import { search as contract } from "@/lib/contract/public/search";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { Problem } from "@/lib/platform/errors";

/** Publishes a question from /ask and redirects to its thread. The append key goes only into this browser's cookie. */
export async function POST(request: Request): Promise<Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  let back = "/ask";
  try {
    const form = await readForm(request);
    const fields = {
      q: (form.get("q") ?? "").replaceAll("\r\n", "\n"),
      technology: form.get("technology") || undefined,
      version: form.get("version") || undefined,
    };
    const input = contract.input.safeParse(fields);
    if (!input.success) throw wrongFields(input.error.issues);
    back = address("/ask", fields);
    const { thread } = (await searchAndAsk(await openForm(contract), input.data)).answer.data;
    if (!thread) throw new Problem("unavailable");
    return seeOther(`/threads/${thread.thread_id}`, [
      appendKeyCookie(thread.thread_id, thread.append_key),
      forgetRefused("/ask"),
    ]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther(back, [refusedCookie("/ask", error)]);
  }
}
