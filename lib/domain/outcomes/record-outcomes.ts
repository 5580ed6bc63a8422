import type { Sql } from "@/db/client";
import { countOutcome, markChangedQuestions, recountThreadReports, storeScores, tallies } from "@/db/queries/outcomes";
import { OUTCOME_HALF_LIFE_DAYS, outcomeScore, VOICE_WEIGHTS } from "@/lib/domain/outcomes/score";

/**
 * Counts an outcome stored by this transaction for those of the versions it names that its thread had been offered
 * before. A reporter's newest outcome on a version replaces the earlier one. Returns the versions it counts for.
 */
export async function recordOutcome(sql: Sql, message_id: string): Promise<string[]> {
  const counted = await countOutcome(sql, message_id, { half_life_days: OUTCOME_HALF_LIFE_DAYS, ...VOICE_WEIGHTS });
  await scoreAgain(sql, counted);
  return counted;
}

/**
 * Recounts a thread's outcomes in the transaction that hid or showed one of its messages. Requires the thread's lock.
 */
export async function recountThread(sql: Sql, thread_id: string): Promise<void> {
  await scoreAgain(sql, await recountThreadReports(sql, thread_id));
}

async function scoreAgain(sql: Sql, version_ids: string[]): Promise<void> {
  if (version_ids.length === 0) return;
  const rows = await tallies(sql, version_ids, OUTCOME_HALF_LIFE_DAYS);
  await storeScores(
    sql,
    rows.map((row) => ({ version_id: row.version_id, score: outcomeScore(row) })),
  );
  await markChangedQuestions(sql, version_ids);
}
