import type { Told } from "@/components/ui/for-people";
import type { Refusal } from "@/lib/client/call-api";

/** Messages for refusals, loaded when a request is refused: most visitors never need them. */
export async function tell(refusal: Refusal): Promise<Told> {
  try {
    const { told } = await import("@/components/ui/for-people");
    return told(refusal);
  } catch {
    // The failure that blocks the answer may block loading the messages, too.
    return { ...refusal, fields: {}, ranges: {} };
  }
}
