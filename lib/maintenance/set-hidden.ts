import type { Sql } from "@/db/client";
import { insertDecision } from "@/db/queries/decisions";
import { lockMessage, recountThread as recountMessages, storeHidden } from "@/db/queries/maintenance-messages";
import { appendLog } from "@/db/queries/publish-log";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { byMaintainer, type Decider, type Deciding, logName } from "@/lib/maintenance/deciding";
import { recountThread as recountOutcomes } from "@/lib/outcomes/record-outcomes";

type Input = { message_id: string; reason: string };
type Visibility = { thread_id: string; message_id: string; hidden: boolean; thread_hidden: boolean };

/** Hiding a message: no reader finds it from the commit on. Its voice about versions no longer counts, nor do those of a hidden thread. */
export const hiding: Deciding<Input, Visibility> = {
  effect: (sql, decider, input) => setHidden(sql, decider, input, true),
};

/** Showing a hidden message again. */
export const showing: Deciding<Input, Visibility> = {
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
  await insertDecision(sql, {
    decision_id: newId("dec"),
    kind: hidden ? "hide" : "show",
    decided_by: decider.name,
    decided_by_connection_id: decider.connection_id,
    reason,
    thread_id,
    message_id,
    details: { thread_hidden },
  });
  await recountOutcomes(sql, thread_id);
  await appendLog(sql, [
    {
      kind: hidden ? "hide" : "show",
      subject: message_id,
      details: { thread_id, reason, by: logName(decider), thread_hidden },
    },
  ]);
  return { thread_id, message_id, hidden, thread_hidden };
}
