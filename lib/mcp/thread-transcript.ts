import { ThreadId } from "@/lib/contract/primitives";
import { Problem } from "@/lib/errors";
import { ANSWER_BYTES_MAX } from "@/lib/mcp/fit-answer";
import { THIRD_PARTY_NOTICE } from "@/lib/mcp/present-answer";
import { readConversation } from "@/lib/reading/read-conversation";
import { threadUrl } from "@/lib/urls";

/** A thread as one Markdown document, cut when it is too long for one answer. Throws `not_found`. */
export async function threadTranscript(id: string): Promise<string> {
  const thread = ThreadId.safeParse(id);
  if (!thread.success) throw new Problem("not_found", { detail: "No thread has this id." });
  const ref = { kind: "conversation", thread_id: thread.data } as const;
  const { data } = await readConversation(ref, "markdown", { cursor: undefined, limit: 1 });
  const text = data.view === "markdown" ? data.markdown : "";
  const whole = `${THIRD_PARTY_NOTICE}\n\n${text}`;
  if (Buffer.byteLength(whole) <= ANSWER_BYTES_MAX) return whole;
  const kept = Buffer.from(whole)
    .subarray(0, ANSWER_BYTES_MAX)
    .toString("utf8")
    .replace(/\uFFFD+$/u, "");
  return `${kept}\n\n[cut here: the rest is at ${threadUrl(thread.data)}]\n`;
}
