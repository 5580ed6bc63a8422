import type { OperationRow } from "@/db/queries/operations";
import type { Operation } from "@/lib/contract/knowledge/resources";

/** An operation as the knowledge interface shows it. */
export function presentOperation(row: OperationRow): Operation {
  return {
    operation_ref: row.operation_ref,
    kind: row.kind,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.result ? { result: row.result } : {}),
    ...(row.problem ? { problem: row.problem } : {}),
  };
}
