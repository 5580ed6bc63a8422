import type { DecisionRow } from "@/db/queries/decisions";
import type { Decision } from "@/lib/contract/public/resources";

/** A decision as every answer shows it. */
export function presentDecision(row: DecisionRow): Decision {
  return { ...row, created_at: row.created_at.toISOString() };
}
