import type { z } from "zod";
import { read } from "@/db/client";
import { operationsOf } from "@/db/queries/operations";
import { waitingVersion } from "@/db/queries/quarantine";
import type { Operation } from "@/lib/contract/knowledge/resources";
import type { SkillFinding } from "@/lib/contract/knowledge/submission-results";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { presentOperation } from "@/lib/domain/present/operation";
import { ruleFindings } from "@/lib/domain/present/version";
import { Problem } from "@/lib/platform/errors";

/** What a submission brought that waits for a maintainer now. */
export type WaitingNow = {
  ref: SkillVersionRef;
  reasons: string[];
  /** The lines of those reasons that are rules. */
  findings: z.infer<typeof SkillFinding>[];
  /** Whether its author asks for a look already. */
  is_asked: boolean;
};

/**
 * A submission of this connection as it is now, and its version if that waits. The caller has proved that it may read
 * it. Throws `not_found`.
 */
export async function getSubmission(
  _ctx: Context,
  { connection_id, operation_ref }: { connection_id: string; operation_ref: string },
): Promise<{ operation: Operation; waiting: WaitingNow | null }> {
  const [row] = await read((sql) => operationsOf(sql, connection_id, [operation_ref]));
  if (row?.kind !== "skill_submission") throw new Problem("not_found");
  const operation = presentOperation(row);
  const ref = operation.result && "selection_revision" in operation.result ? operation.result.ref : null;
  return { operation, waiting: ref && (await waitingNow(ref)) };
}

async function waitingNow(ref: SkillVersionRef): Promise<WaitingNow | null> {
  const row = await read((sql) => waitingVersion(sql, ref.version_id));
  if (!row) return null;
  const reasons = row.quarantine_reasons;
  const findings = ruleFindings(row.checks).filter(({ rule }) => reasons.includes(rule));
  return { ref, reasons, findings, is_asked: row.appealed_at !== null };
}
