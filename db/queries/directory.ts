import type { Sql } from "@/db/client";
import { fewIds, fixed } from "@/db/queries/plans";
import { type ListedRow, listedColumns } from "@/db/queries/search-rows";
import { type ReleaseColumn, releasesOf } from "@/db/queries/technologies";
import { kindOf, kindOfVersion } from "@/db/queries/version-origins";
import type { ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** One of these numbers of rows is read, and those beyond the wanted ones are dropped: see `fixed`. */
const DIRECTORY_READS = [21, 51, 201] as const;

/** The largest number of rows that `directoryRows` returns. */
export const DIRECTORY_ROWS_MAX = 201;

export type DirectorySort = "updated" | "outcomes" | "title";

export type DirectoryPlace = { value: string | null; skill_id: string };

type DirectoryFilter = FacetFilter & {
  /** At most `DIRECTORY_ROWS_MAX`. */
  limit: number;
  after: DirectoryPlace | null;
};

/**
 * Selected versions after a position in one order, with their sort values. Selects ids first, so that only the page's
 * versions are read in full.
 */
export async function directoryRows(
  sql: Sql,
  sort: DirectorySort,
  filter: DirectoryFilter,
): Promise<Array<ListedRow & { place: string | null }>> {
  const few = await fewChosen(sql, filter);
  const rows = await sql<Array<ListedRow & { place: string | null }>>`
    with page as materialized (
      ${pageOf(sql, sort, { ...filter, few })}
    )
    select ${listedColumns(sql)}, page.place
    from page
    join listed_versions o on o.version_id = page.version_id
    order by page.turn`;
  return rows.slice(0, filter.limit);
}

/** Offered versions that name a technology. */
function versionsNaming(sql: Sql, technology: string) {
  return sql`
    select v.version_id as id
    from skill_versions v
    where v.technologies @> array[${technology}::text]
      and v.withdrawn_at is null
      and v.first_selected_at is not null
      and v.quarantined_at is null`;
}

/** Whether a choice of source is one source, and not a kind of origin. */
export function isSourceId(source: string): boolean {
  return source.startsWith("src_");
}

/** The versions that fit one of the choices, if they are only a few. */
async function fewChosen(sql: Sql, filter: DirectoryFilter): Promise<string[] | null> {
  const { technology, reviewed, reported, source } = filter;
  const named = technology === null ? null : await fewIds(sql, versionsNaming(sql, technology));
  if (named !== null) return named;
  const followed = source === null ? null : await fewFrom(sql, source);
  if (followed !== null) return followed;
  const noted = reviewed ? await fewIds(sql, sql`select distinct n.version_id as id from review_notes n`) : null;
  if (noted !== null || !reported) return noted;
  return fewIds(
    sql,
    sql`select w.version_id as id from version_outcomes w where w.resolved + w.partial + w.failed > 0`,
  );
}

/** The versions from a source, if they are only a few. A folder and a submission may have no stored origin. */
async function fewFrom(sql: Sql, source: string): Promise<string[] | null> {
  if (source === "folder" || source === "submission") return null;
  return fewIds(
    sql,
    isSourceId(source)
      ? sql`select k.selected_version_id as id from skills k where k.source_id = ${source}`
      : sql`select a.version_id as id from version_origins a where a.kind = ${source}`,
  );
}

type PageFilter = DirectoryFilter & { few: string[] | null };

function limitOf(sql: Sql, { limit }: PageFilter) {
  return sql`limit ${fixed(sql, DIRECTORY_READS.find((most) => most >= limit) ?? DIRECTORY_ROWS_MAX)}`;
}

/** The version ids of a page, each with its position and rank. */
function pageOf(sql: Sql, sort: DirectorySort, filter: PageFilter) {
  const { after } = filter;
  if (sort === "updated")
    return sql`
      select t.version_id, ${instant(sql, sql`t.updated_at`)} as place,
             row_number() over (order by t.updated_at desc, t.skill_id desc) as turn
      from selected_traits t
      where ${chosen(sql, filter)}
        ${after ? sql`and (t.updated_at, t.skill_id) < (${after.value}::text::timestamptz, ${after.skill_id})` : sql``}
      order by t.updated_at desc, t.skill_id desc
      ${limitOf(sql, filter)}`;
  if (sort === "title")
    return sql`
      select t.version_id, t.lower_title as place,
             row_number() over (order by t.lower_title, t.version_skill_id) as turn
      from selected_traits t
      where ${chosen(sql, filter)}
        ${after ? sql`and (t.lower_title, t.version_skill_id) > (${after.value}, ${after.skill_id})` : sql``}
      order by t.lower_title, t.version_skill_id
      ${limitOf(sql, filter)}`;
  return pageByOutcomes(sql, filter);
}

/** Versions with a score come before those without. As separate queries each half can use an index for its order. */
function pageByOutcomes(sql: Sql, filter: PageFilter) {
  const { after } = filter;
  const score = after?.value ?? null;
  const isAmongScored = score !== null && Number(score) >= 0;
  const afterScored = sql`and (t.outcomes_score, t.skill_id) < (${score}::text::real, ${after?.skill_id ?? ""})`;
  const afterUnscored = sql`and t.skill_id < ${after?.skill_id ?? ""}`;
  return sql`
      select halves.version_id, halves.score::text as place,
             row_number() over (order by halves.score desc, halves.skill_id desc) as turn
      from (
        (select t.version_id, t.skill_id, t.outcomes_score as score
         from selected_traits t
         where t.outcomes_score is not null
           and ${chosen(sql, filter)}
           ${after ? (isAmongScored ? afterScored : sql`and false`) : sql``}
         order by t.outcomes_score desc, t.skill_id desc
         ${limitOf(sql, filter)})
        union all
        (select t.version_id, t.skill_id, -1::real as score
         from selected_traits t
         where not exists (select from version_outcomes w where w.version_id = t.version_id and w.score is not null)
           and ${chosen(sql, filter)}
           ${after && !isAmongScored ? afterUnscored : sql``}
         order by t.skill_id desc
         ${limitOf(sql, filter)})
      ) halves
      order by halves.score desc, halves.skill_id desc
      ${limitOf(sql, filter)}`;
}

/** Only the conditions that are wanted: a plan for any value cannot leave out the others. */
function chosen(sql: Sql, { technology, reviewed, reported, source, few }: PageFilter) {
  return sql`true
        ${few === null ? sql`` : sql`and t.version_id = any(${few})`}
        ${technology === null ? sql`` : sql`and ${technology}::text = any(t.technologies)`}
        ${reviewed === null ? sql`` : sql`and t.is_reviewed = ${reviewed}`}
        ${reported === null ? sql`` : sql`and t.is_reported = ${reported}`}
        ${source === null ? sql`` : fromSource(sql, source)}`;
}

function fromSource(sql: Sql, source: string) {
  return isSourceId(source)
    ? sql`and (select k.source_id from skills k where k.skill_id = t.skill_id) = ${source}`
    : sql`and ${kindOfVersion(sql, sql`t.version_id`)} = ${source}`;
}

/** With the microseconds that a JavaScript date drops. */
function instant(sql: Sql, time: ReturnType<Sql>) {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export type FacetFilter = {
  technology: string | null;
  reviewed: boolean | null;
  reported: boolean | null;
  /** A kind of origin, or the id of a source. */
  source: string | null;
};
export type FacetRow = {
  facet: "all" | "technology" | "reviewed" | "reported" | "source";
  value: string;
  count: number;
};

/**
 * Counts the selected versions under each choice of the directory in one pass: for each facet its choices under the
 * other facets' choices, plus the total under all of them. Technologies: the chosen one, then the most frequent,
 * `limit` in all.
 */
export async function facetCounts(sql: Sql, filter: FacetFilter, limit: number): Promise<FacetRow[]> {
  const { technology, reviewed, reported, source } = filter;
  return sql<FacetRow[]>`
    with shown as materialized (
      select o.technologies, o.is_reviewed, o.is_reported, ${kindOf(sql, "v")} as kind,
             ${technology}::text is null or o.technologies @> array[${technology}::text] as has_technology,
             ${
               source === null
                 ? sql`true`
                 : isSourceId(source)
                   ? sql`(select k.source_id from skills k where k.skill_id = v.skill_id) is not distinct from ${source}::text`
                   : sql`${kindOf(sql, "v")} = ${source}::text`
             } as fits_source
      from listed_traits o
      join skill_versions v on v.version_id = o.version_id
      left join version_origins a on a.version_id = o.version_id
      where o.is_selected
    ),
    judged as (
      select shown.technologies, shown.is_reviewed, shown.is_reported, shown.has_technology, shown.kind, shown.fits_source,
             ${reviewed}::boolean is null or shown.is_reviewed = ${reviewed}::boolean as fits_review,
             ${reported}::boolean is null or shown.is_reported = ${reported}::boolean as fits_reports
      from shown
    )
    select 'all' as facet, '' as value, count(*)::int as count
    from judged
    where judged.has_technology and judged.fits_review and judged.fits_reports and judged.fits_source
    union all
    select 'reviewed', judged.is_reviewed::text, count(*)::int
    from judged
    where judged.has_technology and judged.fits_reports and judged.fits_source
    group by judged.is_reviewed
    union all
    select 'reported', judged.is_reported::text, count(*)::int
    from judged
    where judged.has_technology and judged.fits_review and judged.fits_source
    group by judged.is_reported
    union all
    select 'source', judged.kind, count(*)::int
    from judged
    where judged.has_technology and judged.fits_review and judged.fits_reports
    group by judged.kind
    union all
    (select 'technology', t.technology, count(*)::int
     from judged
     cross join lateral unnest(judged.technologies) as t (technology)
     where judged.fits_review and judged.fits_reports and judged.fits_source
     group by t.technology
     order by t.technology is not distinct from ${technology}::text desc, count(*) desc, t.technology
     limit ${limit})`;
}

export type NewVersionRow = ReviewColumns & {
  skill_id: string;
  version_id: string;
  ordinal: string;
  title: string;
  description: string;
  change_summary: string;
  applicability: ApplicabilityEntry[];
  technologies: string[];
  /** Null for imported versions. */
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
  first_selected_at: Date;
  releases: ReleaseColumn[];
};

/** The versions that a feed is about. A property that is null or absent excludes none. */
type NewVersionFilter = {
  technology?: string | null;
  skill_id?: string;
  version_ids?: string[];
  /** Only those selected before this one. */
  after?: Pick<NewVersionRow, "first_selected_at" | "version_id"> | null;
};

/** The readable versions that match, most recently selected for the first time first. `limit` is a constant. */
export async function newestVersions(
  sql: Sql,
  { technology, skill_id, version_ids, after }: NewVersionFilter,
  limit: number,
): Promise<NewVersionRow[]> {
  const few = technology ? await fewIds(sql, versionsNaming(sql, technology)) : null;
  return sql<NewVersionRow[]>`
    select o.skill_id, o.version_id, o.ordinal, o.title, o.description, o.change_summary, o.technologies, o.applicability,
           o.author_connection_id, c.name as author_name, c.role as author_role, o.first_selected_at,
           o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer, o.review_reviewer_connection_id,
           ${releasesOf(sql, "o")} as releases
    from listed_versions o
    left join connections c on c.connection_id = o.author_connection_id
    where ${few ? sql`o.version_id = any(${few})` : sql`true`}
      and ${technology && !few ? sql`${technology}::text = any(o.technologies)` : sql`true`}
      and ${skill_id ? sql`o.skill_id = ${skill_id}` : sql`true`}
      and ${version_ids ? sql`o.version_id = any(${version_ids})` : sql`true`}
      and ${after ? sql`(o.first_selected_at, o.version_id) < (${after.first_selected_at}, ${after.version_id})` : sql`true`}
    order by o.first_selected_at desc, o.version_id desc
    limit ${fixed(sql, limit)}`;
}
