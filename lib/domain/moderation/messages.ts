import type { Sql } from "@/db/client";
import {
  lockMessage,
  recountThread as recountMessages,
  recountThread,
  storeHidden,
  storeMessageVouch,
} from "@/db/queries/messages";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  hideMessage as hideMessageContract,
  vouchForMessage as vouchForMessageContract,
} from "@/lib/contract/maintenance/messages";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { recountThread as recountOutcomes } from "@/lib/domain/threads/outcomes";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof hideMessageContract>;
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

type Vouched = { thread_id: string; message_id: string; waiting: false };

/** Vouches for a message with a risk. Pollers of its thread learn of it, because the thread gets a new revision. */
export const vouchingForMessage: Moderation<InputOf<typeof vouchForMessageContract>, Vouched> = {
  effect: async (sql, decider, { message_id, reason }) => {
    const message = await lockMessage(sql, message_id);
    if (!message) throw new Problem("not_found", { detail: "No message has this id." });
    if (!(await storeMessageVouch(sql, message_id)))
      throw new Problem("invalid_transition", {
        detail: "The message has no risk, or somebody has vouched for it.",
      });
    const { thread_id } = message;
    await recountThread(sql, thread_id);
    await recordChange(sql, decider, { kind: "vouch", thread_id, message_id, reason });
    return { thread_id, message_id, waiting: false };
  },
};

export const vouchForMessage = byMaintainer(vouchingForMessage);
