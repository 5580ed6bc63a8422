import type { Sql } from "@/db/client";

export type FacetFilter = { technology: string | null; reviewed: boolean | null; reported: boolean | null };
export type FacetRow = { facet: "all" | "technology" | "reviewed" | "reported"; value: string; count: number };

/**
 * Counts the selected versions under each choice of the directory in one pass: for each facet its choices under the
 * other facets' choices, plus the total under all of them. Technologies: the chosen one, then the most frequent,
 * `limit` in all.
 */
export async function facetCounts(sql: Sql, filter: FacetFilter, limit: number): Promise<FacetRow[]> {
  const { technology, reviewed, reported } = filter;
  return sql<FacetRow[]>`
    with shown as materialized (
      select o.technologies, o.is_reviewed, o.is_reported,
             ${technology}::text is null or o.technologies @> array[${technology}::text] as has_technology
      from listed_traits o
      where o.is_selected
    ),
    judged as (
      select shown.technologies, shown.is_reviewed, shown.is_reported, shown.has_technology,
             ${reviewed}::boolean is null or shown.is_reviewed = ${reviewed}::boolean as fits_review,
             ${reported}::boolean is null or shown.is_reported = ${reported}::boolean as fits_reports
      from shown
    )
    select 'all' as facet, '' as value, count(*)::int as count
    from judged
    where judged.has_technology and judged.fits_review and judged.fits_reports
    union all
    select 'reviewed', judged.is_reviewed::text, count(*)::int
    from judged
    where judged.has_technology and judged.fits_reports
    group by judged.is_reviewed
    union all
    select 'reported', judged.is_reported::text, count(*)::int
    from judged
    where judged.has_technology and judged.fits_review
    group by judged.is_reported
    union all
    (select 'technology', t.technology, count(*)::int
     from judged
     cross join lateral unnest(judged.technologies) as t (technology)
     where judged.fits_review and judged.fits_reports
     group by t.technology
     order by t.technology is not distinct from ${technology}::text desc, count(*) desc, t.technology
     limit ${limit})`;
}
