import { CircleCheck, CircleDashed, MessageCircle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";

const LOOKS = {
  open: { tone: "amber", icon: CircleDashed, text: "Open" },
  answered: { tone: "plain", icon: MessageCircle, text: "Answered" },
  resolved: { tone: "moss", icon: CircleCheck, text: "Resolved" },
} as const;

/** The status of a question. With replies, an open one is not unanswered: what was tried did not work. */
export function ThreadStatus({ status, reply_count = 0 }: { status: Status; reply_count?: number }) {
  const { tone, icon: Icon, text } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {status === "open" && reply_count > 0 ? "Not solved yet" : text}
    </Badge>
  );
}
