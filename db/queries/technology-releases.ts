import type { Sql } from "@/db/client";
import type { ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type ReleaseColumn = { technology: string; newest: string; released_at: string | null };

export type ReleasedVersion = ReviewColumns & {
  skill_id: string;
  version_id: string;
  title: string;
  applicability: ApplicabilityEntry[];
  releases: ReleaseColumn[];
};

export type Release = { technology: string; version: string; released_at: Date | null; address: string };

/** The newest releases that are known of the technologies of a version, as a JSON list. */
export function releasesOf(sql: Sql, of: "o" | "p" | "v") {
  return sql`
  coalesce(
    (
      select json_agg(
        json_build_object(
          'technology', t.technology, 'newest', t.newest,
          'released_at', to_char(t.released_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by t.technology)
      from technology_releases t
      where t.technology = any(${sql(of)}.technologies)),
    '[]')`;
}

/** The newest releases of the technologies of each of these versions, by version id. */
export async function releasesOfVersions(sql: Sql, version_ids: string[]): Promise<Map<string, ReleaseColumn[]>> {
  if (version_ids.length === 0) return new Map();
  const rows = await sql<{ version_id: string; releases: ReleaseColumn[] }[]>`
    select v.version_id, ${releasesOf(sql, "v")} as releases
    from skill_versions v
    where v.version_id = any(${version_ids})`;
  return new Map(rows.map((row) => [row.version_id, row.releases]));
}

/** The newest release that is known of a technology, locked until the transaction ends; null when none is. */
export async function lockRelease(sql: Sql, technology: string): Promise<string | null> {
  const [row] = await sql<{ newest: string }[]>`
    select t.newest
    from technology_releases t
    where t.technology = ${technology}
    for update`;
  return row?.newest ?? null;
}

/** Notes that the release that is known is still the newest. */
export async function confirmRelease(sql: Sql, { technology, version, released_at }: Release): Promise<void> {
  await sql`
    update technology_releases
       set checked_at = now_ms(), released_at = coalesce(${released_at}, technology_releases.released_at)
     where technology_releases.technology = ${technology} and technology_releases.newest = ${version}`;
}

/** Stores the newest release of a technology. Of several at once that find the same one, only one is told true. */
export async function storeNewest(sql: Sql, newest: Release): Promise<boolean> {
  const rows = await sql`
    insert into technology_releases (technology, newest, released_at, address)
    values (${newest.technology}, ${newest.version}, ${newest.released_at}, ${newest.address})
    on conflict (technology) do update
      set newest = excluded.newest, released_at = excluded.released_at, address = excluded.address, checked_at = now_ms()
      where technology_releases.newest <> excluded.newest
    returning technology`;
  return rows.length > 0;
}

/** Which of these technologies listed versions name and nobody has looked for the newest release of for `hours`. */
export async function technologiesDue(sql: Sql, technologies: string[], hours: number): Promise<string[]> {
  const rows = await sql<{ technology: string }[]>`
    select asked.technology
    from unnest(${technologies}::text[]) as asked (technology)
    left join technology_releases t on t.technology = asked.technology
    where (t.checked_at is null or t.checked_at <= now() - make_interval(hours => ${hours}))
      and exists (
        select
        from skill_versions v
        where v.technologies @> array[asked.technology]
          and v.withdrawn_at is null
          and v.first_selected_at is not null
          and v.quarantined_at is null)
    order by t.checked_at nulls first, asked.technology`;
  return rows.map((row) => row.technology);
}

export type HeldOfTechnology = ReviewColumns & { version_id: string; applicability: ApplicabilityEntry[] };

/** The readable versions that connections hold and that name a technology. */
export async function heldOfTechnology(sql: Sql, technology: string): Promise<HeldOfTechnology[]> {
  return sql<HeldOfTechnology[]>`
    select p.version_id, p.applicability, p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer,
           p.review_reviewer_connection_id
    from public_versions p
    where p.technologies @> array[${technology}::text]
      and exists (select from watched_versions w where w.version_id = p.version_id)
    order by p.version_id`;
}

/** The selected listed versions that name a technology whose newest release is known. */
export async function versionsWithReleases(sql: Sql, limit: number): Promise<ReleasedVersion[]> {
  return sql<ReleasedVersion[]>`
    select p.skill_id, p.version_id, p.title, p.applicability, p.review_version_checked, p.review_note,
           p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id, ${releasesOf(sql, "p")} as releases
    from listed_versions p
    where p.is_selected and p.technologies && array(select t.technology from technology_releases t)
    order by p.skill_id
    limit ${limit}`;
}
