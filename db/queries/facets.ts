import type { Sql } from "@/db/client";
import { isSourceId } from "@/db/queries/search-rows";
import { kindOf } from "@/db/queries/version-origins";

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
