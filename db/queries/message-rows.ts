import type { Sql } from "@/db/client";
import type { Outcome } from "@/lib/contract/primitives";

export type { Outcome };

/** Whether the text of a row was erased, and by whom. */
export type ErasedColumns = { retracted_at: Date | null; retracted_by: "author" | "maintainer" | null };

/** What a text makes an agent able to do, and whether it waits for somebody to check that. */
export type RiskColumns = { risk_labels: string[]; waiting: boolean };

/** The jsonb form of a version that a message names. */
export type UsedVersionRow = { skill_id: string; version_id: string; condition: string | null };

/** Whether a row of `messages` waits, in the words of the view `visible_messages`, for rows that it does not have. */
export function waits(sql: Sql) {
  return sql`(messages.risk_labels <> '{}' and messages.vouched_at is null and not has_record(messages.author_connection_id))`;
}
