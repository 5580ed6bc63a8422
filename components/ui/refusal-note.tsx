import { Callout } from "@/components/ui/callout";
import { told } from "@/components/ui/for-people";
import type { Refusal } from "@/lib/client/call-api";

/** What was refused and what to do next. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  const { title, detail, next_step } = told(refusal);
  return (
    <Callout tone="rust" title={title} alert>
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </Callout>
  );
}
