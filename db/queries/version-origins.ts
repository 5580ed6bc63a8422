import type { Sql } from "@/db/client";
import { type ReleaseColumn, releasesOf } from "@/db/queries/technologies";

export type OriginKind = "npm" | "git" | "folder" | "submission";
export type ReleaseState = "published" | "deprecated" | "unpublished";

/** Where an imported version was read. */
export type NewOrigin = {
  source_id: string | null;
  kind: Exclude<OriginKind, "submission">;
  address: string;
  release: string | null;
  commit: string | null;
  path: string | null;
  tree: string | null;
  license: string | null;
  release_state: ReleaseState;
  is_whole: boolean;
  /** Of the text as it was read. */
  text_sha256: Buffer;
  /** The source paths of the skills that it builds on. */
  requires: string[];
};

/** As a column of a version: without a stored origin, what its author and its age say. */
export type OriginColumn = {
  came_from: {
    kind: OriginKind;
    /** Null for a submission, and for an import of an earlier release. */
    address: string | null;
    release: string | null;
    commit: string | null;
    path: string | null;
    tree: string | null;
    license: string | null;
    fetched_at: string;
    source_id: string | null;
    release_state: ReleaseState;
    is_whole: boolean;
    requires: Array<{ name: string; skill_id: string | null }>;
    /** The newest known releases of the version's technologies. */
    releases: ReleaseColumn[];
  };
};

/** The kind of origin of a version, a row of `of`, whose stored origin is the row of `a` that it may have. */
export function kindOf(sql: Sql, of: "p" | "v") {
  return sql`coalesce(a.kind, case when ${sql(of)}.author_connection_id is null then 'folder' else 'submission' end)`;
}

/** The kind of origin of the version with the id that `version_id` names. */
export function kindOfVersion(sql: Sql, version_id: ReturnType<Sql>) {
  return sql`
  (
    select ${kindOf(sql, "v")}
    from skill_versions v
    left join version_origins a on a.version_id = v.version_id
    where v.version_id = ${version_id})`;
}

/** What a filter by source reads of a version: its kind of origin, and the source that follows its skill. */
export type TraitsOfOrigin = { kind: OriginKind; source_id: string | null };

/** By version id. */
export async function traitsOfOrigins(sql: Sql, version_ids: string[]): Promise<Map<string, TraitsOfOrigin>> {
  const rows = await sql<Array<TraitsOfOrigin & { version_id: string }>>`
    select v.version_id, ${kindOf(sql, "v")} as kind, s.source_id
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    left join version_origins a on a.version_id = v.version_id
    where v.version_id = any(${version_ids}::text[])`;
  return new Map(rows.map((row) => [row.version_id, row]));
}

/** The column `came_from` of the versions that `of` selects, a row of skill_versions or of a view with its columns. */
export function originColumn(sql: Sql, of: "p" | "v") {
  const v = sql(of);
  return sql`
  (
    select json_build_object(
      'kind', ${kindOf(sql, of)},
      'address', a.address, 'release', a.release, 'commit', a.commit, 'path', a.path, 'tree', a.tree, 'license', a.license,
      'fetched_at', to_char(coalesce(a.fetched_at, ${v}.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'source_id', a.source_id, 'release_state', coalesce(a.release_state, 'published'),
      'is_whole', coalesce(a.is_whole, true),
      'requires', coalesce(
        (
          select json_agg(json_build_object('name', named.path, 'skill_id', b.skill_id) order by named.path)
          from unnest(a.requires) as named (path)
          left join skills b on b.source_path = named.path),
        '[]'),
      'releases', ${releasesOf(sql, of)})
    from (values (${v}.version_id)) as asked (version_id)
    left join version_origins a on a.version_id = asked.version_id
  ) as came_from`;
}

/** The origins of these versions, by version id. */
export async function originsOf(sql: Sql, version_ids: string[]): Promise<Map<string, OriginColumn["came_from"]>> {
  const rows = await sql<Array<OriginColumn & { version_id: string }>>`
    select v.version_id, ${originColumn(sql, "v")}
    from skill_versions v
    where v.version_id = any(${version_ids}::text[])`;
  return new Map(rows.map((row) => [row.version_id, row.came_from]));
}

/** Stores the origin of a version that has none. */
export async function insertOrigin(sql: Sql, version_id: string, origin: NewOrigin): Promise<void> {
  await sql`
    insert into version_origins (
      version_id, source_id, kind, address, release, commit, path, tree, license, release_state, is_whole, text_sha256, requires)
    values (
      ${version_id}, ${origin.source_id}, ${origin.kind}, ${origin.address}, ${origin.release}, ${origin.commit}, ${origin.path},
      ${origin.tree}, ${origin.license}, ${origin.release_state}, ${origin.is_whole}, ${origin.text_sha256}, ${origin.requires})
    on conflict (version_id) do nothing`;
}

/** Stores in which release a text was last read. */
export async function storeRelease(
  sql: Sql,
  version_id: string,
  { release, commit, release_state }: { release: string | null; commit: string | null; release_state: ReleaseState },
): Promise<void> {
  await sql`
    update version_origins
       set release = ${release}, commit = ${commit}, release_state = ${release_state}, fetched_at = now_ms()
     where version_origins.version_id = ${version_id}`;
}

/** Marks versions whose release was deprecated, or is gone, since they were read. */
export async function markReleases(
  sql: Sql,
  source_id: string,
  { published, deprecated }: { published: string[]; deprecated: string[] },
): Promise<void> {
  await sql`
    update version_origins
       set release_state = case
             when not version_origins.release = any(${published}) then 'unpublished'
             when version_origins.release = any(${deprecated}) then 'deprecated'
             else 'published'
           end
     where version_origins.source_id = ${source_id} and version_origins.release is not null
       and version_origins.release_state <> case
             when not version_origins.release = any(${published}) then 'unpublished'
             when version_origins.release = any(${deprecated}) then 'deprecated'
             else 'published'
           end`;
}
