import type { Sql } from "@/db/client";
import { standingOf } from "@/db/queries/quarantine";

/** Which versions wait: see `QUARANTINE` in docs/configuration.md. */
export type QuarantinePolicy = "risk" | "new-authors" | "off";

/**
 * Why a version of this author has to wait before lists show it; empty if it need not. Risks that the author's last
 * vouched version had too are not a reason once the author has a record.
 */
export async function reasonsToWait(
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
