import { Callout } from "@/components/ui/callout";
import type { Notice } from "@/components/ui/error-messages";

/** A refusal and its next step, in words for people. */
export function NoticeBox({ told: { title, detail, next_step } }: { told: Omit<Notice, "fields" | "ranges"> }) {
  return (
    <Callout tone="rust" title={title} alert>
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </Callout>
  );
}
