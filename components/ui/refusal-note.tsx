import { Callout } from "@/components/ui/callout";
import type { Refusal } from "@/lib/client/call-api";

/** What was refused and what to do next, in the service's own words. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  return (
    <Callout tone="rust" title={refusal.title} alert>
      {refusal.detail && <p dir="auto">{refusal.detail}</p>}
      <p>{refusal.next_step}</p>
    </Callout>
  );
}
