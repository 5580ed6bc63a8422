import { Callout } from "@/components/ui/callout";
import type { Told } from "@/components/ui/for-people";

/** A refusal and its next step, in words for people. */
export function ToldNote({ told: { title, detail, next_step } }: { told: Omit<Told, "fields" | "ranges"> }) {
  return (
    <Callout tone="rust" title={title} alert>
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </Callout>
  );
}
