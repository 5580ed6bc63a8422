import type { Sql } from "@/db/client";
import { lockOutcomes, storeOutcomes, voicesAbout } from "@/db/queries/outcomes";
import { outcomeScore } from "@/lib/outcomes/score";

/**
 * Counts the voices about these versions anew, inside the transaction that changed one. Their rows are locked in id
 * order first, so that of two writers the second counts what the first wrote.
 */
export async function recordOutcomes(sql: Sql, version_ids: string[]): Promise<void> {
  const ids = [...new Set(version_ids)].sort();
  if (ids.length === 0) return;
  await lockOutcomes(sql, ids);
  const voices = await voicesAbout(sql, ids);
  for (const version_id of ids) {
    const about = voices.filter((voice) => voice.version_id === version_id);
    const count = (outcome: string) => about.filter((voice) => voice.outcome === outcome).length;
    await storeOutcomes(sql, {
      version_id,
      resolved: count("resolved"),
      partial: count("partial"),
      failed: count("failed"),
      score: outcomeScore(about),
    });
  }
}
