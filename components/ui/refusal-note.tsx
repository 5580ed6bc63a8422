import { told } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import type { Refusal } from "@/lib/client/call-api";

/** A refusal and its next step. */
export function RefusalNote({ refusal }: { refusal: Refusal }) {
  return <NoticeBox told={told(refusal)} />;
}
