import type { Sql } from "@/db/client";
import { deliverSelection } from "@/db/queries/feeds";
import { heldVersions, listedVersions, watchedVersionsOf } from "@/db/queries/held-versions";
import { supersededBy } from "@/lib/search/rank/superseded";

export type Selection = { skill_id: string; version_id: string; previous_version_id: string | null };

/**
 * Tells the holders of a skill that a version was selected, or listed as a backport: those whose version it supersedes,
 * and those who hold the one that was selected. Of several that a connection holds, one that another of them supersedes
 * is not named. Call it after the change is stored, with the feeds of the skill's holders locked.
 */
export async function tellHolders(sql: Sql, { skill_id, version_id, previous_version_id }: Selection): Promise<void> {
  const watched = await watchedVersionsOf(sql, skill_id);
  if (watched.length === 0) return;
  const [rows, listed] = [await heldVersions(sql, watched), await listedVersions(sql, [skill_id])];
  const concerned = rows.filter(
    (row) =>
      row.version_id !== version_id &&
      (row.version_id === previous_version_id || supersededBy(row, listed)?.version_id === version_id),
  );
  const replaced = concerned.flatMap((older) =>
    concerned
      .filter((newer) => supersededBy(older, [newer]) !== null)
      .map((newer) => ({ older: older.version_id, newer: newer.version_id })),
  );
  await deliverSelection(sql, { skill_id, version_id, held: concerned.map((row) => row.version_id), replaced });
}
