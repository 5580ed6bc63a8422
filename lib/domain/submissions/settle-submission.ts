import type { Sql } from "@/db/client";
import { passesByItself } from "@/db/failures";
import { deliverOperation } from "@/db/queries/feeds";
import { ownerOfOperation, settleOperation, type TakenSubmission, takeSubmission } from "@/db/queries/operations";
import { standingOf } from "@/db/queries/quarantine";
import type { SubmissionInReview } from "@/lib/contract/knowledge/resources";
import { presentProblem } from "@/lib/domain/present/operation";
import { type Judged, judgeSubmission } from "@/lib/domain/submissions/judge-submission";
import { publishSubmission } from "@/lib/domain/submissions/publish-submission";
import { type QuarantinePolicy, StoredRequest } from "@/lib/domain/submissions/submit-skill";
import { Problem } from "@/lib/platform/errors";

export type Publishing = "automatic" | "reviewed";

type Policies = { publishing: Publishing; quarantine?: QuarantinePolicy };

/** The error and the operation that failed; the transaction that locked it is lost. */
export class SettlingFailed extends Error {
  readonly operation_ref: string;

  constructor(operation_ref: string, cause: unknown) {
    super(`settling ${operation_ref} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.operation_ref = operation_ref;
  }
}

/**
 * Settles the oldest pending submission in the caller's transaction; returns false if none is available. Any number of
 * workers may run it concurrently. If one dies, the submission is unchanged for the next. Throws `SettlingFailed` for
 * errors that a retry is unlikely to fix; connection and lock errors pass through.
 */
export async function settleNext(sql: Sql, { publishing, quarantine = "risk" }: Policies): Promise<boolean> {
  const taken = await takeSubmission(sql);
  if (!taken) return false;
  try {
    await settle(sql, taken, { publishing, quarantine });
  } catch (error) {
    if (passesByItself(error)) throw error;
    throw new SettlingFailed(taken.operation_ref, error);
  }
  return true;
}

/** Fails a submission that cannot be settled, so that it does not block the others. */
export async function failSubmission(sql: Sql, operation_ref: string): Promise<void> {
  const problem = presentProblem(
    new Problem("internal", { detail: "The submission could not be settled." }),
    operation_ref,
  );
  const connection_id = await ownerOfOperation(sql, operation_ref);
  const failed = await settleOperation(sql, operation_ref, { from: ["pending"], state: "failed", problem });
  if (failed && connection_id) await deliverOperation(sql, { connection_id, operation_ref });
}

async function settle(sql: Sql, taken: TakenSubmission, { publishing, quarantine }: Required<Policies>): Promise<void> {
  const { operation_ref, connection_id } = taken;
  const { request_id, submission } = StoredRequest.parse(taken.request);
  const judged = await judge(sql, connection_id, submission);
  if (judged instanceof Problem) return reject(sql, taken, judged, request_id);
  if (publishing === "reviewed") return review(sql, operation_ref, judged);
  const waits_for = await reasonsToWait(sql, quarantine, { connection_id, risks: judged.verdict.risks });
  const own = judged.skill === null || judged.skill.author_connection_id === connection_id;
  const selector = {
    name: taken.author,
    connection_id,
    reason:
      waits_for.length > 0
        ? "Published by the skill's author; it waits for a maintainer."
        : "Published by the skill's author; it need not wait.",
  };
  const standing = { selector: own ? selector : null, waits_for };
  await publishSubmission(sql, { operation_ref, connection_id, submission }, judged, standing);
}

async function judge(
  sql: Sql,
  connection_id: string,
  submission: StoredRequest["submission"],
): Promise<Judged | Problem> {
  try {
    return await judgeSubmission(sql, connection_id, submission);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function reject(
  sql: Sql,
  { operation_ref, connection_id }: TakenSubmission,
  problem: Problem,
  request_id: string,
): Promise<void> {
  await settleOperation(sql, operation_ref, {
    from: ["pending"],
    state: "rejected",
    problem: presentProblem(problem, request_id),
  });
  await deliverOperation(sql, { connection_id, operation_ref });
}

async function review(sql: Sql, operation_ref: string, judged: Judged): Promise<void> {
  const result: SubmissionInReview = {
    because: "maintainers_decide",
    findings: judged.verdict.findings,
    warnings: judged.warnings,
    ref: null,
    canonical_url: null,
  };
  await settleOperation(sql, operation_ref, { from: ["pending"], state: "in_review", result });
}

/**
 * Why a version of this author has to wait before lists show it; empty if it need not. Risks that the author's last
 * vouched version had too are not a reason once the author has a record.
 */
async function reasonsToWait(
  sql: Sql,
  policy: QuarantinePolicy,
  { connection_id, risks }: { connection_id: string; risks: readonly string[] },
): Promise<string[]> {
  if (policy === "off" || (policy === "risk" && risks.length === 0)) return [];
  const { has_record, vouched_risks } = await standingOf(sql, connection_id);
  const seen = new Set(has_record ? vouched_risks : []);
  const reasons = risks.filter((risk) => !seen.has(risk));
  if (policy === "new-authors" && !has_record) reasons.push("new_author");
  return [...new Set(reasons)].sort();
}
