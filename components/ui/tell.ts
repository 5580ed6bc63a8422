import type { Told } from "@/components/ui/for-people";
import type { Refusal } from "@/lib/client/call-api";

/** A refusal in words for people, which are fetched when something is refused: most who open a page never need them. */
export async function tell(refusal: Refusal): Promise<Told> {
  try {
    const { told } = await import("@/components/ui/for-people");
    return told(refusal);
  } catch {
    // What keeps the answer away may keep the words away, too.
    return { ...refusal, fields: {}, ranges: {} };
  }
}
