import { told } from "@/components/ui/for-people";
import { ToldNote } from "@/components/ui/told-note";
import type { Refusal } from "@/lib/client/call-api";

/** A refusal and its next step. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  return <ToldNote told={told(refusal)} />;
}
