import { appendKeyCookie, forgetQuestion, questionCookies, saidCookies } from "@/app/cookies";
import {
  forgetRefused,
  openForm,
  readForm,
  readQuestion,
  refusedCookies,
  refuseForeignForm,
  seeOther,
} from "@/app/forms";
import { wrongFields } from "@/app/notice";
import { search as contract } from "@/lib/contract/public/search";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { Problem } from "@/lib/platform/errors";

/** Publishes a question from /ask and redirects to its thread. The append key goes only into this browser's cookie. */
export async function POST(request: Request): Promise<Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  let kept: string[] = [];
  try {
    const question = readQuestion(await readForm(request));
    kept = questionCookies(question) ?? [];
    const input = contract.input.safeParse(question);
    if (!input.success) throw wrongFields(input.error.issues);
    const { thread } = (await searchAndAsk(await openForm(contract), input.data)).answer.data;
    if (!thread) throw new Problem("unavailable");
    const { thread_id, append_key } = thread;
    return seeOther(`/threads/${thread_id}`, [
      appendKeyCookie(thread_id, append_key),
      ...saidCookies(thread_id, { kind: "question" }),
      ...forgetQuestion(),
      forgetRefused("/ask"),
    ]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther("/ask", [...kept, ...refusedCookies("/ask", error)]);
  }
}
