import { CircleCheck, CircleDashed, MessageCircle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";

const LOOKS = {
  open: { tone: "amber", icon: CircleDashed, text: "Open" },
  answered: { tone: "plain", icon: MessageCircle, text: "Answered" },
  resolved: { tone: "moss", icon: CircleCheck, text: "Resolved" },
} as const;

/** The status of a question. */
export function ThreadStatus({ status }: { status: Status }) {
  const { tone, icon: Icon, text } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {text}
    </Badge>
  );
}
