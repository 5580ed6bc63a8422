import type { Notice } from "@/components/ui/error-messages";
import type { Refusal } from "@/lib/client/call-api";

/** Messages for refusals, loaded when a request is refused: most visitors never need them. */
export async function tell(refusal: Refusal): Promise<Notice> {
  try {
    const { told } = await import("@/components/ui/error-messages");
    return told(refusal);
  } catch {
    // The failure that blocks the answer may block loading the messages, too.
    return { ...refusal, fields: {}, ranges: {} };
  }
}
