import { saidCookies } from "@/app/cookies";
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
import { addInsight as insightContract } from "@/lib/contract/knowledge/threads";
import { createConnection as connectionContract } from "@/lib/contract/public/connections";
import { createConnection } from "@/lib/domain/connections/own-connection";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { addInsight } from "@/lib/domain/threads/add-insight";
import { getPost } from "@/lib/domain/threads/posts";
import { Problem } from "@/lib/platform/errors";
import { authenticate } from "@/lib/server/http/open-call";

/**
 * The answer form of a thread, for browsers without scripts: creates a connection of the given name, posts the answer
 * as its insight, and redirects to it. The page then shows the token once.
 */
export async function POST(request: Request, thread: ThreadParams): Promise<Response> {
  const thread_id = await threadOfForm(request, thread);
  if (thread_id instanceof Response) return thread_id;
  const page = `/threads/${thread_id}`;
  let form = new URLSearchParams();
  try {
    form = await readForm(request);
    form.set("form", "answer");
    form.set("name", (form.get("name") ?? "").trim());
    form.set("body", messageOf(form, "body"));
    const signup = await openForm(connectionContract);
    const named = connectionContract.input.safeParse({ name: form.get("name") });
    const said = insightContract.input.safeParse({
      target: { kind: "conversation", thread_id },
      body: form.get("body"),
    });
    if (!named.success || !said.success)
      throw wrongFields([...(said.error?.issues ?? []), ...(named.error?.issues ?? [])]);
    // Before there is a connection, so that a refused answer leaves none behind.
    await getPost(signup, { post_id: thread_id });
    await requirePublicTexts(signup, [{ pointer: "/body", text: said.data.body }]);
    const { token } = (await createConnection(signup, named.data)).answer.data;
    if (token === null) throw new Problem("internal");
    const ctx = await openForm(insightContract, await authenticate(`Bearer ${token}`));
    const { message } = (await addInsight(ctx, said.data)).answer.data;
    return seeOther(`${page}/replies/${message.message_id}`, [
      ...saidCookies(thread_id, { kind: "answer", name: named.data.name, token }),
      forgetRefused(page),
    ]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { fields } = noticeOf(error);
    const wrong = fields.body ? "answer-text" : fields.name ? "answer-name" : "answer";
    return seeOther(`${page}#${wrong}`, refusedCookies(page, error, form));
  }
}
