import { read } from "@/db/client";
import { versionsWithReleases } from "@/db/queries/technology-releases";
import type { Freshness } from "@/lib/contract/public/resources";
import { freshnessOf } from "@/lib/domain/present/freshness";
import { presentReview } from "@/lib/domain/present/version";

export type Stale = { skill_id: string; version_id: string; title: string; freshness: Freshness };

/** Selected versions that were checked against an older release than the newest, for maintainers. */
export async function listStale(limit: number): Promise<Stale[]> {
  const rows = await read((sql) => versionsWithReleases(sql, limit));
  return rows.flatMap(({ skill_id, version_id, title, applicability, releases, ...row }) => {
    const freshness = freshnessOf({ review: presentReview(row), applicability }, releases);
    return freshness ? [{ skill_id, version_id, title, freshness }] : [];
  });
}
