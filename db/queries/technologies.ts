import type { Sql } from "@/db/client";
import type { ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** Versions of one technology that state the same and were checked alike. */
export type StatedRow = {
  applicability: ApplicabilityEntry[];
  is_selected: boolean;
  /** Of the newest review of a selected version. */
  version_checked: string | null;
  from_source: boolean;
  versions: number;
};

export type TechnologyRow = {
  technology: string;
  skills: number;
  versions: number;
  newest: string | null;
  released_at: string | null;
  stated: StatedRow[];
};

type TechnologyPlace = { skills: number; technology: string };

type TechnologiesRow = {
  technologies: number;
  skills: number;
  versions: number;
  checked_at: string | null;
  page: TechnologyRow[];
};

/** Kinds of statements read of each technology, the most frequent first. */
const STATED_MAX = 200;

/** What changes whenever `technologiesPage` may: the head of the publish log, and when registries were last asked. */
export async function technologiesState(sql: Sql): Promise<string> {
  const [row] = await sql<{ state: string }[]>`
    select concat_ws(' ', h.sequence, (select max(r.checked_at) from technology_releases r)) as state
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row.state;
}

/**
 * The technologies of the selected listed versions after a place, those of most skills first, with what is listed in
 * all. Reads every listed version once: callers cache it.
 */
export async function technologiesPage(
  sql: Sql,
  { limit, after }: { limit: number; after: TechnologyPlace | null },
): Promise<TechnologiesRow> {
  const [row] = await sql<TechnologiesRow[]>`
    with listed as materialized (
      select o.version_id, o.is_selected, o.technologies
      from listed_traits o
    ),
    named as materialized (
      select t.technology, l.version_id, l.is_selected
      from listed l
      cross join lateral unnest(l.technologies) as t (technology)
    ),
    counted as materialized (
      select n.technology, count(*)::int as versions, (count(*) filter (where n.is_selected))::int as skills
      from named n
      group by n.technology
      having count(*) filter (where n.is_selected) > 0
    ),
    page as materialized (
      select c.technology, c.versions, c.skills
      from counted c
      where ${after ? sql`c.skills < ${after.skills}::int or (c.skills = ${after.skills}::int and c.technology > ${after.technology})` : sql`true`}
      order by c.skills desc, c.technology
      limit ${limit}
    ),
    stated as (
      select n.technology, v.applicability, n.is_selected, r.version_checked, (a.source_id is not null) as from_source,
             count(*)::int as versions
      from page p
      join named n on n.technology = p.technology
      join skill_versions v on v.version_id = n.version_id
      left join version_origins a on a.version_id = n.version_id
      left join (
        select distinct on (w.version_id) w.version_id, w.version_checked
        from review_notes w
        order by w.version_id, w.reviewed_at desc, w.created_at desc
      ) r on r.version_id = n.version_id and n.is_selected
      group by n.technology, v.applicability, n.is_selected, r.version_checked, (a.source_id is not null)
    ),
    frequent as (
      select s.*, row_number() over (partition by s.technology order by s.versions desc, s.applicability::text) as turn
      from stated s
    ),
    gathered as (
      select f.technology,
             jsonb_agg(jsonb_build_object(
               'applicability', f.applicability, 'is_selected', f.is_selected, 'version_checked', f.version_checked,
               'from_source', f.from_source, 'versions', f.versions)) as stated
      from frequent f
      where f.turn <= ${STATED_MAX}
      group by f.technology
    )
    select (select count(*)::int from counted) as technologies,
           (select count(*)::int from listed l where l.is_selected) as skills,
           (select count(*)::int from listed) as versions,
           (
             select to_char(
               greatest(
                 (select max(w.reviewed_at) from review_notes w join listed l on l.version_id = w.version_id),
                 (select max(x.checked_at) from technology_releases x)) at time zone 'utc',
               'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as checked_at,
           coalesce(
             (
               select jsonb_agg(
                 jsonb_build_object(
                   'technology', p.technology, 'skills', p.skills, 'versions', p.versions, 'newest', x.newest,
                   'released_at', to_char(x.released_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                   'stated', g.stated)
                 order by p.skills desc, p.technology)
               from page p
               join gathered g on g.technology = p.technology
               left join technology_releases x on x.technology = p.technology),
             '[]') as page`;
  if (!row) throw new Error("A statement without a condition returned no row.");
  return row;
}

type ListedTechnologies = {
  /** The head of the publish log: grows whenever a version is listed or no longer listed. */
  log_sequence: string;
  /** What the listed versions state about their technologies, each once. */
  entries: ApplicabilityEntry[];
};

/** The technologies of all listed versions with their constraints. Reads every listed version: callers cache it. */
export async function listedTechnologies(sql: Sql): Promise<ListedTechnologies> {
  const [row] = await sql<ListedTechnologies[]>`
    select h.sequence as log_sequence,
           coalesce(
             (select jsonb_agg(stated.entry)
              from (
                select distinct entries.entry
                from skill_versions v
                cross join lateral jsonb_array_elements(v.applicability) as entries (entry)
                where v.first_selected_at is not null and v.withdrawn_at is null and v.quarantined_at is null
              ) stated), '[]') as entries
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row;
}

export type ReleaseColumn = { technology: string; newest: string; released_at: string | null };

type ReleasedVersion = ReviewColumns & {
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

type HeldOfTechnology = ReviewColumns & { version_id: string; applicability: ApplicabilityEntry[] };

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
