import { lockMessage, recountThread, storeMessageVouch } from "@/db/queries/maintenance-messages";
import type { InputOf } from "@/lib/contract/endpoint";
import type { vouchForMessage as contract } from "@/lib/contract/maintenance/visibility";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Vouched = { thread_id: string; message_id: string; waiting: false };

/** Vouches for a message with a risk. Pollers of its thread learn of it, because the thread gets a new revision. */
export const vouchingForMessage: Moderation<InputOf<typeof contract>, Vouched> = {
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
