import type { Sql } from "@/db/client";
import { fixed } from "@/db/fixed";
import { fewIds } from "@/db/queries/few";
import { kindOfVersion } from "@/db/queries/version-origins";
import type { VersionRow } from "@/db/queries/versions";

/**
 * The card data of an offered version: a row of the view listed_versions without its long texts, and without its origin,
 * which a search reads for nothing: `originsOf` has those of the versions that are shown.
 */
export type ListedRow = Omit<
  VersionRow,
  | "markdown"
  | "content_sha256"
  | "base_version_id"
  | "public_references"
  | "questions"
  | "change_summary"
  | "rationale"
  | "supporting_basis"
  | "files"
  | "came_from"
> & {
  selected_version_id: string | null;
  /** Whether it came by an import or a source, whose operator chose it, and not by a submission. */
  is_imported: boolean;
};

const columns = (sql: Sql) => sql`
  o.version_id, o.skill_id, o.slug, o.ordinal, o.title, o.description, o.applicability, o.technologies, o.license,
  o.risk_labels, o.first_selected_at, o.created_at, o.updated_at, o.selection_revision, o.is_selected, o.selected_version_id,
  o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer, o.review_reviewer_connection_id,
  o.outcomes_resolved, o.outcomes_partial, o.outcomes_failed, o.outcomes_score, o.outcomes_connections,
  o.outcomes_anonymous, o.source_repository, o.source_commit, o.source_license, o.source_author, o.quarantined_at, o.quarantine_reasons,
  o.author_connection_id is null as is_imported`;

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
  where lower(v.title) = ${title} and v.withdrawn_at is null and v.first_selected_at is not null
    and v.quarantined_at is null`
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

/** A version is compared with so many newer ones: each with each would take quadratic time. */
const NEWER_MAX = 6;

/**
 * The offered versions of each of these versions' skills that may be chosen for a caller, newest first: the selected one,
 * the one that the query names by id, and of those that cover the same the newest, as far as the next newer ones tell. A
 * skill of two hundred versions costs little more than one.
 */
export async function listedRows(sql: Sql, wanted: Wanted): Promise<ListedRow[]> {
  const { version_id } = wanted;
  return sql<ListedRow[]>`
    select ${columns(sql)}
    from listed_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
      and (o.is_selected
           ${version_id === null ? sql`` : sql`or o.version_id = ${version_id}`}
           or not exists (
             select
             from (select n.applicability
                   from skill_versions n
                   where n.skill_id = o.skill_id
                     and n.ordinal > o.ordinal
                     and n.withdrawn_at is null
                     and n.first_selected_at is not null
                     and n.quarantined_at is null
                   order by n.ordinal
                   limit ${fixed(sql, NEWER_MAX)}) newer
             where newer.applicability = o.applicability))
    order by o.skill_id, o.ordinal desc`;
}

/** Versions read for each of several technologies. */
const NAMING_MAX = 500;

/** Offered versions that name one of these technologies, newest first within a skill; of each at most 500. */
export async function rowsNaming(sql: Sql, technologies: string[]): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    with named as materialized (
      select distinct found.version_id
      from unnest(${technologies}::text[]) as asked (technology)
      cross join lateral (
        select v.version_id
        from skill_versions v
        where v.technologies @> array[asked.technology]
          and v.withdrawn_at is null
          and v.first_selected_at is not null
          and v.quarantined_at is null
        limit ${fixed(sql, NAMING_MAX)}
      ) found
    )
    select ${columns(sql)}
    from named
    join listed_versions o on o.version_id = named.version_id
    order by o.skill_id, o.ordinal desc`;
}

export type OwnPosition = { created_at: string; version_id: string };

/** The versions of an author that are selected or wait, newest first, after `position`. */
export async function ownRows(
  sql: Sql,
  connection_id: string,
  position: OwnPosition | null,
  limit: number,
): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    select ${columns(sql)}
    from public_versions o
    where o.author_connection_id = ${connection_id}
      and (o.is_selected or o.quarantined_at is not null)
      and ${position ? sql`(o.created_at, o.version_id) < (${position.created_at}::timestamptz, ${position.version_id})` : sql`true`}
    order by o.created_at desc, o.version_id desc
    limit ${limit}`;
}

/** One of these numbers of rows is read, and those beyond the wanted ones are dropped: see `fixed`. */
const DIRECTORY_READS = [21, 51, 201] as const;
/** The largest number of rows that `directoryRows` returns. */
export const DIRECTORY_ROWS_MAX = 201;

export type DirectorySort = "updated" | "outcomes" | "title";
export type DirectoryPlace = { value: string | null; skill_id: string };
export type DirectoryFilter = {
  technology: string | null;
  reviewed: boolean | null;
  reported: boolean | null;
  /** A kind of origin, or the id of a source. */
  source: string | null;
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
    select ${columns(sql)}, page.place
    from page
    join listed_versions o on o.version_id = page.version_id
    order by page.turn`;
  return rows.slice(0, filter.limit);
}

/** Offered versions that name a technology. */
export function versionsNaming(sql: Sql, technology: string) {
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
