import type { Json, Sql } from "@/db/client";
import { type OperationState, settleOperation } from "@/db/queries/operations";
import type { SubmissionInReview, SubmissionResult } from "@/lib/contract/knowledge/resources";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { Quarantine } from "@/lib/contract/primitives";
import { presentQuarantine, versionRef } from "@/lib/domain/present/version";
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
import { RULES_VERSION } from "@/lib/text/safety/finding";

export type Submitted = { operation_ref: string; connection_id: string; submission: Submission };

export type Standing = {
  /** Who selects the version, and why; null for a candidate that awaits a decision. */
  selector: (Decider & { reason: string }) | null;
  /** Why the version waits; empty for one that does not. */
  waits_for: string[];
  /** Whether a maintainer vouches for it. */
  vouched?: boolean;
};

/**
 * Publishes a judged submission and settles its operation, in the caller's transaction. With a `selector` the version
 * is selected, unless it is a backport of the selected one or waits while another version is listed, and the operation
 * ends. Call it last: it ends with the publish log.
 */
export async function publishSubmission(
  sql: Sql,
  submitted: Submitted,
  judged: Judged,
  { selector, waits_for, vouched = false }: Standing,
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
      files: judged.files,
    },
    risk_labels: judged.verdict.risk_labels,
    risks: judged.verdict.risks,
    rules_version: RULES_VERSION,
    quarantine_reasons: waits_for,
    vouched,
    author_connection_id: connection_id,
    source: judged.source,
    select: selector !== null,
    keep_selection_from: "backports",
    origin: { operation_ref, sources: asJson(sources), checks: checksOf(judged) },
    ...(selector ? { selected: { decider: selector, reason: selector.reason } } : {}),
  };
  const stored = await storeVersion(sql, publication);
  const quarantine = presentQuarantine({ quarantined_at: stored.waits_since, quarantine_reasons: waits_for });
  await (selector ? finish : offer)(sql, operation_ref, judged, { ...stored, quarantine });
  await recordPublication(sql, publication, stored, selector ? { connection_id, operation_ref } : null);
  return stored;
}

/** The states of a submission whose row a worker or a maintainer has locked. */
const TAKEN: OperationState[] = ["pending", "in_review"];

type Waiting = { quarantine: Quarantine | null };

async function finish(sql: Sql, operation_ref: string, judged: Judged, published: Stored & Waiting): Promise<void> {
  const result: SubmissionResult = {
    ref: versionRef(published),
    canonical_url: listedUrl(published),
    selection_revision: published.selection_revision,
    warnings: judged.warnings,
    quarantine: published.quarantine,
  };
  const settled = await settleOperation(sql, operation_ref, { from: TAKEN, state: "succeeded", result });
  if (!settled) throw new Error("The locked operation has left its state.");
}

async function offer(sql: Sql, operation_ref: string, judged: Judged, published: Published & Waiting): Promise<void> {
  const result: SubmissionInReview = {
    because: "author_of_skill_decides",
    findings: judged.verdict.findings,
    warnings: judged.warnings,
    ref: versionRef(published),
    canonical_url: versionUrl(published.skill_id, published.version_id),
    quarantine: published.quarantine,
  };
  const settled = await settleOperation(sql, operation_ref, { from: TAKEN, state: "in_review", result });
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
