import semver from "semver";
import type { Sql } from "@/db/client";
import { deliverFreshness } from "@/db/queries/feeds";
import { confirmRelease, heldOfTechnology, lockRelease, type Release, storeNewest } from "@/db/queries/technologies";
import { freshnessOf, releaseInFull } from "@/lib/domain/present/freshness";
import { presentReview } from "@/lib/domain/present/version";

/**
 * Stores the newest release of a technology, and tells those who hold a version whose text was checked against an older
 * one: once, in the transaction that finds the release. One that was taken back is stored and nobody is told.
 */
export async function noteRelease(sql: Sql, found: Release): Promise<void> {
  const before = await lockRelease(sql, found.technology);
  if (before === found.version) return confirmRelease(sql, found);
  if (!(await storeNewest(sql, found)) || (before !== null && !isLater(found.version, before))) return;
  const { technology, version: newest } = found;
  const stale = (await heldOfTechnology(sql, technology)).filter(
    ({ applicability, ...row }) =>
      freshnessOf({ review: presentReview(row), applicability }, [{ technology, newest, released_at: null }]) !== null,
  );
  await deliverFreshness(
    sql,
    stale.map(({ version_id }) => version_id),
  );
}

function isLater(version: string, before: string): boolean {
  const [now, then] = [releaseInFull(version), releaseInFull(before)];
  return now !== null && then !== null && semver.gt(now, then);
}
