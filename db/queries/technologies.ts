import type { Sql } from "@/db/client";
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

export type TechnologyPlace = { skills: number; technology: string };

export type TechnologiesRow = {
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
