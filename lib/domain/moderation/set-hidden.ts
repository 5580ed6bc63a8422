import type { Sql } from "@/db/client";
import { lockMessage, recountThread as recountMessages, storeHidden } from "@/db/queries/maintenance-messages";
import type { InputOf } from "@/lib/contract/endpoint";
import type { hideMessage as contract } from "@/lib/contract/maintenance/visibility";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { recountThread as recountOutcomes } from "@/lib/domain/outcomes/record-outcomes";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;
type Visibility = { thread_id: string; message_id: string; hidden: boolean; thread_hidden: boolean };

/**
 * Hides a message from all readers as of the commit. Its outcome report about versions no longer counts; hiding a
 * thread also excludes the reports in it.
 */
export const hiding: Moderation<Input, Visibility> = {
  effect: (sql, decider, input) => setHidden(sql, decider, input, true),
};

/** Shows a hidden message again. */
export const showing: Moderation<Input, Visibility> = {
  effect: (sql, decider, input) => setHidden(sql, decider, input, false),
};

export const hideMessage = byMaintainer(hiding);
export const showMessage = byMaintainer(showing);

async function setHidden(
  sql: Sql,
  decider: Decider,
  { message_id, reason }: Input,
  hidden: boolean,
): Promise<Visibility> {
  const message = await lockMessage(sql, message_id);
  if (!message) throw new Problem("not_found", { detail: "No message has this id." });
  if (message.hidden === hidden)
    throw new Problem("invalid_transition", {
      detail: hidden ? "The message is hidden already." : "The message is not hidden.",
    });
  const { thread_id } = message;
  await storeHidden(sql, message_id, hidden);
  const thread_hidden = await recountMessages(sql, thread_id);
  await recountOutcomes(sql, thread_id);
  const kind = hidden ? "hide" : "show";
  await recordChange(sql, decider, { kind, thread_id, message_id, reason, details: { thread_hidden } });
  return { thread_id, message_id, hidden, thread_hidden };
}
