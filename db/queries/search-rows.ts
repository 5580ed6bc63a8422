import type { Sql } from "@/db/client";
import { fixed } from "@/db/queries/plans";
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

export const listedColumns = (sql: Sql) => sql`
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
    select ${listedColumns(sql)}
    from listed_versions o
    where o.skill_id = any(array(${wantedSkills(sql, wanted)}))
      and o.version_id = o.selected_version_id
    ${
      wanted.version_id === null
        ? sql``
        : sql`union all
    select ${listedColumns(sql)}
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
    select ${listedColumns(sql)}
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
    select ${listedColumns(sql)}
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
    select ${listedColumns(sql)}
    from public_versions o
    where o.author_connection_id = ${connection_id}
      and (o.is_selected or o.quarantined_at is not null)
      and ${position ? sql`(o.created_at, o.version_id) < (${position.created_at}::timestamptz, ${position.version_id})` : sql`true`}
    order by o.created_at desc, o.version_id desc
    limit ${limit}`;
}
