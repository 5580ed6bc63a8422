import type { Sql } from "@/db/client";
import type { OutcomeColumns, VersionRow } from "@/db/queries/versions";

/** The card data of an offered version: a row of the view listed_versions without its long texts. */
export type ListedRow = Omit<
  VersionRow,
  | "markdown"
  | "content_sha256"
  | "base_version_id"
  | "public_references"
  | "change_summary"
  | "rationale"
  | "supporting_basis"
> & { selected_version_id: string | null };

const columns = (sql: Sql) => sql`
  o.version_id, o.skill_id, o.slug, o.ordinal, o.title, o.description, o.applicability, o.technologies, o.license,
  o.risk_labels, o.first_selected_at, o.created_at, o.updated_at, o.selection_revision, o.is_selected, o.selected_version_id,
  o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer, o.review_reviewer_connection_id,
  o.outcomes_resolved, o.outcomes_partial, o.outcomes_failed, o.outcomes_score, o.outcomes_connections,
  o.outcomes_anonymous, o.source_repository, o.source_commit, o.source_license, o.source_author`;

/** Versions that were found, and fields that a query may name exactly. */
export type Wanted = {
  version_ids: string[];
  skill_id: string | null;
  version_id: string | null;
  slug: string | null;
  /** In lower case. */
  title: string | null;
};

/** Without the parts for which nothing is named: the database plans them for every search. */
function wantedSkills(sql: Sql, { version_ids, version_id, skill_id, slug, title }: Wanted) {
  const found = version_id === null ? version_ids : [...version_ids, version_id];
  return sql`
  select v.skill_id from skill_versions v where v.version_id = any(${found})
  ${
    skill_id === null && slug === null
      ? sql``
      : sql`union
  select s.skill_id from skills s where s.skill_id = ${skill_id} or s.slug = ${slug}`
  }
  ${
    title === null
      ? sql``
      : sql`union
  select v.skill_id from skill_versions v
  where lower(v.title) = ${title} and v.withdrawn_at is null and v.first_selected_at is not null`
  }`;
}

/**
 * For each of these versions, its skill's selected offered version, and the version itself when the query names it by
 * id.
 */
export async function selectedRows(sql: Sql, wanted: Wanted): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    select ${columns(sql)}
    from listed_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
      and o.version_id = o.selected_version_id
    ${
      wanted.version_id === null
        ? sql``
        : sql`union all
    select ${columns(sql)}
    from listed_versions o
    where o.version_id = ${wanted.version_id}
      and not o.is_selected`
    }`;
}

/** Every offered version of each of these versions' skills, newest first. */
export async function listedRows(sql: Sql, wanted: Wanted): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    select ${columns(sql)}
    from listed_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
    order by o.skill_id, o.ordinal desc`;
}

export type ListedNow = {
  /** The head of the publish log: grows with every publication, selection, review note, withdrawal and restoration. */
  log_sequence: string;
  offered: Array<Pick<ListedRow, "version_id"> & Omit<OutcomeColumns, "outcomes_score">>;
};

/** The offered ones of these versions, with the fields that can change without an entry in the publish log. */
export async function listedNow(sql: Sql, version_ids: string[]): Promise<ListedNow> {
  const [row] = await sql<ListedNow[]>`
    select h.sequence as log_sequence,
           coalesce(
             (select jsonb_agg(jsonb_build_object(
                'version_id', o.version_id, 'outcomes_resolved', o.outcomes_resolved,
                'outcomes_partial', o.outcomes_partial, 'outcomes_failed', o.outcomes_failed,
                'outcomes_connections', o.outcomes_connections, 'outcomes_anonymous', o.outcomes_anonymous))
              from listed_versions o
              where o.version_id = any(${version_ids})), '[]') as offered
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row;
}

export type DirectorySort = "updated" | "outcomes" | "title";
export type DirectoryPlace = { value: string | null; skill_id: string };
export type DirectoryFilter = {
  technology: string | null;
  reviewed: boolean | null;
  reported: boolean | null;
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
  return sql<Array<ListedRow & { place: string | null }>>`
    with page as materialized (
      ${pageOf(sql, sort, filter)}
    )
    select ${columns(sql)}, page.place
    from page
    join listed_versions o on o.version_id = page.version_id
    order by page.turn`;
}

/** The version ids of a page, each with its position and rank. */
function pageOf(sql: Sql, sort: DirectorySort, filter: DirectoryFilter) {
  const { limit, after } = filter;
  if (sort === "updated")
    return sql`
      select t.version_id, ${instant(sql, sql`t.updated_at`)} as place,
             row_number() over (order by t.updated_at desc, t.skill_id desc) as turn
      from selected_traits t
      where ${chosen(sql, filter)}
        ${after ? sql`and (t.updated_at, t.skill_id) < (${after.value}::text::timestamptz, ${after.skill_id})` : sql``}
      order by t.updated_at desc, t.skill_id desc
      limit ${limit}`;
  if (sort === "title")
    return sql`
      select t.version_id, t.lower_title as place,
             row_number() over (order by t.lower_title, t.version_skill_id) as turn
      from selected_traits t
      where ${chosen(sql, filter)}
        ${after ? sql`and (t.lower_title, t.version_skill_id) > (${after.value}, ${after.skill_id})` : sql``}
      order by t.lower_title, t.version_skill_id
      limit ${limit}`;
  return pageByOutcomes(sql, filter);
}

/** Versions with a score come before those without. As separate queries each half can use an index for its order. */
function pageByOutcomes(sql: Sql, filter: DirectoryFilter) {
  const { limit, after } = filter;
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
         limit ${limit})
        union all
        (select t.version_id, t.skill_id, -1::real as score
         from selected_traits t
         where not exists (select from version_outcomes w where w.version_id = t.version_id and w.score is not null)
           and ${chosen(sql, filter)}
           ${after && !isAmongScored ? afterUnscored : sql``}
         order by t.skill_id desc
         limit ${limit})
      ) halves
      order by halves.score desc, halves.skill_id desc
      limit ${limit}`;
}

function chosen(sql: Sql, { technology, reviewed, reported }: DirectoryFilter) {
  return sql`(${technology}::text is null or t.technologies @> array[${technology}::text])
        and (${reviewed}::boolean is null or t.is_reviewed = ${reviewed}::boolean)
        and (${reported}::boolean is null or t.is_reported = ${reported}::boolean)`;
}

/** With the microseconds that a JavaScript date drops. */
function instant(sql: Sql, time: ReturnType<Sql>) {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
