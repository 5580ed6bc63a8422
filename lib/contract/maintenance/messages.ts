import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { MessageId, ThreadId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

const input = z.strictObject({ message_id: MessageId, reason: Reason });
const output = answer(
  z.strictObject({ thread_id: ThreadId, message_id: MessageId, hidden: z.boolean(), thread_hidden: z.boolean() }),
);

export const hideMessage = endpoint({
  ...moderation,
  name: "hide_message",
  path: "/api/v1/maintenance/hide",
  summary: "Hide a message everywhere at once. Hiding the opening message hides its thread.",
  input,
  output,
  problems: [...refusals, "not_found", "invalid_transition"],
});

export const eraseMessage = endpoint({
  ...moderation,
  name: "erase_message",
  path: "/api/v1/maintenance/erase-message",
  summary: "Erase the text of a message for good. Erasing the opening message erases the question of its thread.",
  description:
    "The message keeps its place, its time and its author. Nothing brings the text back; a restored backup erases it again.",
  input,
  output: answer(z.strictObject({ thread_id: ThreadId, message_id: MessageId, erased: z.literal(true) })),
  problems: [...refusals, "not_found"],
});

export const vouchForMessage = endpoint({
  ...moderation,
  name: "vouch_for_message",
  path: "/api/v1/maintenance/messages/{message_id}/vouch",
  summary: "Vouch for a message that waits: searches, feeds and transcripts show it from now on.",
  description:
    "A message waits if its text has a risk and its author has no record. Its thread shows it with a mark meanwhile. `hide_message` takes it away instead.",
  input,
  carriedBy: { message_id: { path: "message_id" } },
  output: answer(z.strictObject({ thread_id: ThreadId, message_id: MessageId, waiting: z.literal(false) })),
  problems: [...refusals, "not_found", "invalid_transition"],
});

export const showMessage = endpoint({
  ...moderation,
  name: "show_message",
  path: "/api/v1/maintenance/show",
  summary: "Show a hidden message again.",
  input,
  output,
  problems: [...refusals, "not_found", "invalid_transition"],
});
