import type { Metadata } from "next";
import { unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { Problem } from "@/lib/platform/errors";
import { REFUSAL_MARKS, refusedBefore } from "@/lib/server/pages/page-exchange";

export function generateMetadata(): Metadata {
  return unreadableMetadata(refusal().problem);
}

/** The page for a browser request that our server refused before any page was called. */
export default function RefusedPage() {
  const { problem, canRetry } = refusal();
  return <ProblemPage problem={problem} wait={REFUSAL_MARKS.wait} {...(canRetry && { retry: REFUSAL_MARKS.retry })} />;
}

/** A direct request for this path was not refused, so the page is not found. */
function refusal(): NonNullable<ReturnType<typeof refusedBefore>> {
  return refusedBefore() ?? { problem: new Problem("not_found"), canRetry: false };
}
