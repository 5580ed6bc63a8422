import type { OperationRow } from "@/db/queries/operations";
import type { Operation } from "@/lib/contract/knowledge/resources";

/** An operation in the form of the knowledge interface. Its kind says the shape of its result, as its writer stored it. */
export function presentOperation(row: OperationRow): Operation {
  return {
    operation_ref: row.operation_ref,
    kind: row.kind,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.result ? { result: row.result } : {}),
    ...(row.problem ? { problem: row.problem } : {}),
  } as Operation;
}
