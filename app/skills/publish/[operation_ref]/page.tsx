import type { Metadata } from "next";
import { cookies } from "next/headers";
import { load, missing } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { followedBy, madeToken } from "@/app/skills/publish/publication-cookie";
import { Published } from "@/components/publish/published";
import { SubmissionState } from "@/components/publish/submission-state";
import { Frame } from "@/components/site/frame";
import { OperationRef } from "@/lib/contract/primitives";
import { getSubmission } from "@/lib/domain/submissions/get-submission";
import { setPageHeaders } from "@/lib/server/pages/page-exchange";

type Props = { params: Promise<{ operation_ref: string }> };

const LOOK_AGAIN_SECONDS = 2;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { operation_ref } = await params;
  const path = `/skills/publish/${operation_ref}`;
  return OperationRef.safeParse(operation_ref).success ? pageMetadata(path) : {};
}

/** A submission as it is now, for the browser that sent it. While it is pending, the browser is told to look again. */
export default async function SubmissionPage({ params }: Props) {
  const { operation_ref } = await params;
  const jar = await cookies();
  const connection_id = OperationRef.safeParse(operation_ref).success ? followedBy(jar, operation_ref) : null;
  const { problem, value } = connection_id
    ? await load((ctx) => getSubmission(ctx, { connection_id, operation_ref }))
    : missing();
  if (problem)
    return (
      <Frame section="skills">
        <ProblemState problem={problem} />
      </Frame>
    );
  const isPending = value.state === "pending" || value.state === "running";
  if (isPending) setPageHeaders({ refresh: String(LOOK_AGAIN_SECONDS) });
  return (
    <Frame section="skills">
      <div className="page-column" data-wake="">
        <SubmissionState operation={value} path={`/skills/publish/${operation_ref}`} />
        <Published accepted={value.state === "succeeded" || value.state === "in_review"} token={madeToken(jar)} />
      </div>
    </Frame>
  );
}
