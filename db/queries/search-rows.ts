import type { Sql } from "@/db/client";
import type { VersionRow } from "@/db/queries/versions";

/** What a card shows of an offered version: a row of the view offered_versions without its long texts. */
export type OfferedRow = Omit<
  VersionRow,
  | "markdown"
  | "content_sha256"
  | "base_version_id"
  | "public_references"
  | "change_summary"
  | "rationale"
  | "supporting_basis"
>;

const columns = (sql: Sql) => sql`
  o.version_id, o.skill_id, o.slug, o.ordinal, o.title, o.description, o.applicability, o.technologies, o.license,
  o.risk_labels, o.first_selected_at, o.created_at, o.updated_at, o.selection_revision, o.is_selected,
  o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer,
  o.outcomes_resolved, o.outcomes_partial, o.outcomes_failed, o.outcomes_score`;

/** Versions that were found, and what a query may name by itself. */
export type Wanted = { version_ids: string[]; skill_id: string | null; version_id: string | null; slug: string | null };

const wantedSkills = (sql: Sql, wanted: Wanted) => sql`
  select v.skill_id from skill_versions v where v.version_id = any(${wanted.version_ids}) or v.version_id = ${wanted.version_id}
  union
  select s.skill_id from skills s where s.skill_id = ${wanted.skill_id} or s.slug = ${wanted.slug}`;

/** The selected offered version of each of these versions' skills, and the version that is named by its own id. */
export async function selectedRows(sql: Sql, wanted: Wanted): Promise<OfferedRow[]> {
  return sql<OfferedRow[]>`
    select ${columns(sql)}
    from offered_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
      and o.version_id = o.selected_version_id
    union all
    select ${columns(sql)}
    from offered_versions o
    where o.version_id = ${wanted.version_id}
      and not o.is_selected`;
}

/** Every offered version of each of these versions' skills, newest first. */
export async function offeredRows(sql: Sql, wanted: Wanted): Promise<OfferedRow[]> {
  return sql<OfferedRow[]>`
    select ${columns(sql)}
    from offered_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
    order by o.skill_id, o.ordinal desc`;
}

export type OfferedNow = {
  /** Where the publish log stands: grows with every publication, selection, review note, withdrawal and restoration. */
  log_sequence: string;
  offered: Array<Pick<OfferedRow, "version_id" | "outcomes_resolved" | "outcomes_partial" | "outcomes_failed">>;
};

/** Which of these versions are offered, with what can change about them without an entry in the publish log. */
export async function offeredNow(sql: Sql, version_ids: string[]): Promise<OfferedNow> {
  const [row] = await sql<OfferedNow[]>`
    select h.sequence as log_sequence,
           coalesce(
             (select jsonb_agg(jsonb_build_object(
                'version_id', o.version_id, 'outcomes_resolved', o.outcomes_resolved,
                'outcomes_partial', o.outcomes_partial, 'outcomes_failed', o.outcomes_failed))
              from offered_versions o
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

/** Selected versions after a place in one order, with the value that the order goes by. */
export async function directoryRows(
  sql: Sql,
  sort: DirectorySort,
  filter: DirectoryFilter,
): Promise<Array<OfferedRow & { place: string | null }>> {
  const { technology, reviewed, reported, limit, after } = filter;
  return sql<Array<OfferedRow & { place: string | null }>>`
    select ${columns(sql)}, ${placeOf(sql, sort)} as place
    from offered_versions o
    where o.is_selected
      and (${technology}::text is null or o.technologies @> array[${technology}::text])
      and (${reviewed}::boolean is null or (o.review_note is not null) = ${reviewed}::boolean)
      and (${reported}::boolean is null
           or (o.outcomes_resolved + o.outcomes_partial + o.outcomes_failed > 0) = ${reported}::boolean)
      ${after ? afterPlace(sql, sort, after) : sql``}
    order by ${orderOf(sql, sort)}
    limit ${limit}`;
}

function placeOf(sql: Sql, sort: DirectorySort) {
  if (sort === "updated") return sql`to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  if (sort === "title") return sql`lower(o.title)`;
  return sql`coalesce(o.outcomes_score, -1)::text`;
}

function orderOf(sql: Sql, sort: DirectorySort) {
  if (sort === "updated") return sql`o.updated_at desc, o.skill_id desc`;
  if (sort === "title") return sql`lower(o.title), o.skill_id`;
  return sql`coalesce(o.outcomes_score, -1) desc, o.skill_id desc`;
}

function afterPlace(sql: Sql, sort: DirectorySort, after: DirectoryPlace) {
  if (sort === "updated")
    return sql`and (o.updated_at, o.skill_id) < (${after.value}::text::timestamptz, ${after.skill_id})`;
  if (sort === "title") return sql`and (lower(o.title), o.skill_id) > (${after.value}, ${after.skill_id})`;
  return sql`and (coalesce(o.outcomes_score, -1), o.skill_id) < (${after.value}::text::real, ${after.skill_id})`;
}
