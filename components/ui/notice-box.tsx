import { Callout } from "@/components/ui/callout";
import type { Notice } from "@/components/ui/error-messages";
import type { Refusal } from "@/lib/client/call-api";

/** A refusal and its next step, in words for people. */
export function NoticeBox({ told: { title, detail, next_step } }: { told: Omit<Notice, "fields" | "ranges"> }) {
  return (
    <Callout tone="rust" title={title} alert>
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </Callout>
  );
}

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
