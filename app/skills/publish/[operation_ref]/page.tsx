import type { Metadata } from "next";
import { cookies } from "next/headers";
import { followedBy, madeToken } from "@/app/cookies";
import { load, missing } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { AskForLook, Published } from "@/components/publish/published";
import { SubmissionState } from "@/components/publish/submission";
import { Frame } from "@/components/site/frame";
import { OperationRef } from "@/lib/contract/primitives";
import { getSubmission } from "@/lib/domain/submissions/submit-skill";
import { apiUrl } from "@/lib/platform/urls";
import { setPageHeaders } from "@/lib/server/pages/page-exchange";

type SubmissionPageProps = { params: Promise<{ operation_ref: string }> };

const LOOK_AGAIN_SECONDS = 2;

export async function generateMetadata({ params }: SubmissionPageProps): Promise<Metadata> {
  const { operation_ref } = await params;
  const path = `/skills/publish/${operation_ref}`;
  return OperationRef.safeParse(operation_ref).success ? pageMetadata(path) : {};
}

/** A submission as it is now, for the browser that sent it. While it is pending, the browser is told to look again. */
export default async function SubmissionPage({ params }: SubmissionPageProps) {
  const { operation_ref } = await params;
  const jar = await cookies();
  const connection_id = OperationRef.safeParse(operation_ref).success ? followedBy(jar, operation_ref) : null;
  const { problem, value } = connection_id
    ? await load((ctx) => getSubmission(ctx, { connection_id, operation_ref }))
    : missing();
  if (problem) return <ProblemPage section="skills" problem={problem} />;
  const { operation, waiting } = value;
  const { state } = operation;
  const token = madeToken(jar)?.token ?? null;
  const isPending = state === "pending" || state === "running";
  if (isPending) setPageHeaders({ refresh: String(LOOK_AGAIN_SECONDS) });
  return (
    <Frame section="skills">
      <div className="page-column" data-wake="">
        <SubmissionState operation={operation} path={`/skills/publish/${operation_ref}`} waiting={waiting} />
        {waiting && (
          <AskForLook
            appeal={`${apiUrl(waiting.ref.skill_id, waiting.ref.version_id)}/appeal`}
            is_asked={waiting.is_asked}
            is_token_new={token !== null}
          />
        )}
        <Published accepted={state === "succeeded" || state === "in_review"} token={token} />
      </div>
    </Frame>
  );
}
