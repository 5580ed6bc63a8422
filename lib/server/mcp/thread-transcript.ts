import { ThreadId } from "@/lib/contract/primitives";
import { readConversation } from "@/lib/domain/knowledge/read-conversation";
import { Problem } from "@/lib/platform/errors";
import { threadUrl } from "@/lib/platform/urls";
import { ANSWER_BYTES_MAX } from "@/lib/server/mcp/fit-answer";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present-answer";

/** A thread as one Markdown document, truncated to fit one answer. Throws `not_found`. */
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
