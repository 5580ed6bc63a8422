import type { Sql } from "@/db/client";
import { deleteMessageTraces, type ErasedBy, eraseMessageText, eraseReportNotes } from "@/db/queries/erasures";
import { deliverReply } from "@/db/queries/feeds";
import { forgetAnswersNaming } from "@/db/queries/idempotency";
import { recountThread as recountMessages } from "@/db/queries/messages";
import { listErasure } from "@/lib/domain/erasing/erasure-list";
import { recountThread as recountOutcomes } from "@/lib/domain/outcomes/record-outcomes";
import { type Decider, recordChanges } from "@/lib/domain/publishing/record-change";

type Erased = { thread_id: string; message_id: string; kind: string };

/**
 * Erases what a message says everywhere, and of an opening message what its thread asks: the text, its vote, what it
 * names, and stored answers that may quote it. The message keeps its place, its time and its author. Followers are told
 * once more of it. Nothing happens when it was erased before. Requires the thread's lock; call it last.
 */
export async function eraseMessage(
  sql: Sql,
  message: Erased,
  { by, decider, reason }: { by: ErasedBy; decider: Decider; reason: string },
): Promise<void> {
  const { thread_id, message_id, kind } = message;
  if (!(await eraseMessageText(sql, message_id, by))) return;
  const named = kind === "opening" ? [thread_id, message_id] : [message_id];
  await eraseReportNotes(sql, named);
  await deliverReply(sql, { thread_id, message_id, author_connection_id: decider.connection_id });
  await recountMessages(sql, thread_id);
  await recountOutcomes(sql, thread_id);
  await deleteMessageTraces(sql, message_id);
  const change = { kind: "erasure", skill_id: null, version_id: null, thread_id, message_id, reason } as const;
  await recordChanges(sql, [{ decider, change, undecided: by === "author" }]);
  await listErasure({ kind: "message", id: message_id, by });
  await forgetAnswersNaming(sql, named);
}
