import { refuseForeignForm, seeOther } from "@/app/forms";
import { ThreadId } from "@/lib/contract/primitives";

export type ThreadParams = { params: Promise<{ thread_id: string }> };

/** The id of the thread whose form was sent; a response instead for foreign forms and malformed ids. */
export async function threadOfForm(request: Request, { params }: ThreadParams): Promise<string | Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  const { thread_id } = await params;
  return ThreadId.safeParse(thread_id).success ? thread_id : seeOther("/threads");
}
