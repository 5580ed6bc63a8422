import { told } from "@/components/ui/for-people";
import { ToldNote } from "@/components/ui/told-note";
import type { Refusal } from "@/lib/client/call-api";

/** What was refused and what to do next. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  return <ToldNote told={told(refusal)} />;
}
