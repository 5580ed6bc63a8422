import type { Metadata } from "next";
import { unreadableMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { Frame } from "@/components/site/frame";
import { Problem } from "@/lib/errors";
import { refusedBefore } from "@/lib/page-status";

export function generateMetadata(): Metadata {
  return unreadableMetadata(refusal());
}

/** What our server shows a browser whose request no page can take. */
export default function RefusedPage() {
  return (
    <Frame>
      <ProblemState problem={refusal()} />
    </Frame>
  );
}

/** Nothing was refused to whoever asks for this page by its address. */
function refusal(): Problem {
  return refusedBefore() ?? new Problem("not_found");
}
