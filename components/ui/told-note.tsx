import { Callout } from "@/components/ui/callout";
import type { Told } from "@/components/ui/for-people";

/** What was refused and what to do next, in words for people. */
export function ToldNote({ told: { title, detail, next_step } }: { told: Omit<Told, "fields" | "ranges"> }) {
  return (
    <Callout tone="rust" title={title} alert>
      {detail && <p dir="auto">{detail}</p>}
      <p>{next_step}</p>
    </Callout>
  );
}
