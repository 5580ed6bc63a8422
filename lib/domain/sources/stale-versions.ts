import { read } from "@/db/client";
import { versionsWithReleases } from "@/db/queries/technologies";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listStaleVersions as contract, StaleVersion } from "@/lib/contract/maintenance/versions";
import type { Context } from "@/lib/domain/context";
import { freshnessOf } from "@/lib/domain/present/origin";
import { presentReview, versionRef } from "@/lib/domain/present/version";
import { versionUrl } from "@/lib/platform/urls";

const LIMIT = 20;
/** Versions that name a followed technology and are looked at: which of them are behind only their ranges tell. */
const READ_MAX = 10_000;

/** Selected versions that were checked against an older release than the newest, for maintainers. */
export async function listStaleVersions(
  _ctx: Context,
  { limit = LIMIT }: InputOf<typeof contract>,
): Promise<{ data: StaleVersion[] }> {
  return { data: (await staleVersions()).slice(0, limit) };
}

/** All of them, those behind the newest release first. */
export async function staleVersions(): Promise<StaleVersion[]> {
  const rows = await read((sql) => versionsWithReleases(sql, READ_MAX));
  const stale = rows.flatMap((row): StaleVersion[] => {
    const { title, applicability, releases } = row;
    const freshness = freshnessOf({ review: presentReview(row), applicability }, releases);
    if (!freshness) return [];
    return [{ ref: versionRef(row), title, version_url: versionUrl(row.skill_id, row.version_id), freshness }];
  });
  const at = ({ freshness }: StaleVersion) => freshness.released_at ?? "";
  return stale.sort((a, b) => at(b).localeCompare(at(a)) || a.title.localeCompare(b.title));
}
