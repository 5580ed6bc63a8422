import type { Sql } from "@/db/client";
import type { Json } from "@/db/json";
import type { OperationState } from "@/db/queries/operations";
import { settleOperation } from "@/db/queries/submissions";
import type { SubmissionInReview, SubmissionResult } from "@/lib/contract/knowledge/submission-results";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { versionRef } from "@/lib/domain/present/version";
import {
  type Publication,
  type Published,
  recordPublication,
  type Stored,
  storeVersion,
} from "@/lib/domain/publishing/publish-version";
import type { Decider } from "@/lib/domain/publishing/record-change";
import type { Judged } from "@/lib/domain/submissions/judge-submission";
import { listedUrl, versionUrl } from "@/lib/platform/urls";
import { RULES_VERSION } from "@/lib/text/safety/rules-version";

export type Submitted = { operation_ref: string; connection_id: string; submission: Submission };

/** The decider who selects a version, and the reason. */
export type Selector = Decider & { reason: string };

/**
 * Publishes a judged submission and settles its operation, in the caller's transaction. With a `selector` the version
 * is selected, unless it is a backport of the selected one, and the operation ends; with null it becomes a candidate
 * that awaits a decision. Call it last: it ends with the publish log.
 */
export async function publishSubmission(
  sql: Sql,
  submitted: Submitted,
  judged: Judged,
  selector: Selector | null,
): Promise<Published> {
  const { operation_ref, connection_id, submission } = submitted;
  const { title, description, change_summary, rationale, supporting_basis } = submission;
  const { applicability = [], public_references = [], sources = [] } = submission;
  const publication: Publication = {
    skill:
      submission.kind === "update"
        ? { kind: "existing", skill_id: submission.skill_id }
        : { kind: "new", slug_from: title, source_path: null },
    base_version_id: submission.kind === "update" ? submission.base_version_id : null,
    content: {
      title,
      description,
      markdown: judged.markdown,
      applicability,
      public_references,
      questions: judged.questions,
      change_summary,
      rationale,
      supporting_basis,
      license: null,
    },
    risk_labels: judged.verdict.risk_labels,
    rules_version: RULES_VERSION,
    author_connection_id: connection_id,
    source: judged.source,
    select: selector !== null,
    keep_selection_from: "backports",
    origin: { operation_ref, sources: asJson(sources), checks: checksOf(judged) },
    ...(selector ? { selected: { decider: selector, reason: selector.reason } } : {}),
  };
  const stored = await storeVersion(sql, publication);
  await (selector ? finish : offer)(sql, operation_ref, judged, stored);
  await recordPublication(sql, publication, stored, selector ? { connection_id, operation_ref } : null);
  return stored;
}

async function finish(sql: Sql, operation_ref: string, judged: Judged, published: Stored): Promise<void> {
  const result: SubmissionResult = {
    ref: versionRef(published),
    canonical_url: listedUrl(published),
    selection_revision: published.selection_revision,
    warnings: judged.warnings,
  };
  const from: OperationState[] = ["pending", "in_review"];
  const settled = await settleOperation(sql, operation_ref, { from, state: "succeeded", result });
  if (!settled) throw new Error("The locked operation has left its state.");
}

async function offer(sql: Sql, operation_ref: string, judged: Judged, published: Published): Promise<void> {
  const result: SubmissionInReview = {
    because: "author_of_skill_decides",
    findings: judged.verdict.findings,
    warnings: judged.warnings,
    ref: versionRef(published),
    canonical_url: versionUrl(published.skill_id, published.version_id),
  };
  const settled = await settleOperation(sql, operation_ref, { from: ["pending"], state: "in_review", result });
  if (!settled) throw new Error("The locked operation has left its state.");
}

/** The public part of the checks that a version passed. */
function checksOf({ verdict, warnings }: Judged): Json[] {
  return asJson([
    { check: "public_text", result: "passed", what: "secrets and hidden characters" },
    { check: "duplicate", result: "passed", what: "no other published version has this text" },
    { check: "skill_rules", result: verdict.verdict, findings: verdict.findings },
    { check: "applicability", result: warnings.length > 0 ? "warned" : "passed", warnings },
  ]);
}

function asJson(list: unknown[]): Json[] {
  return JSON.parse(JSON.stringify(list));
}
