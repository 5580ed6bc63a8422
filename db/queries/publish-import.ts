import type { Sql } from "@/db/client";
import type { VersionContent } from "@/db/queries/publish-version";
import { type FileRow, filesColumn } from "@/db/queries/version-files";
import type { SourceColumns } from "@/db/queries/versions";

export type ImportedSkill = {
  skill_id: string;
  selected_version_id: string | null;
  /** Who made the current selection: `import`, or a connection. Null when nothing was ever selected. */
  selected_by: string | null;
};

/** The skill imported from a source path; null when there is none. Locks its row until the transaction ends. */
export async function lockImportedSkill(sql: Sql, source_path: string): Promise<ImportedSkill | null> {
  const [row] = await sql<ImportedSkill[]>`
    select s.skill_id, s.selected_version_id,
           (
             select l.entry::jsonb -> 'details' ->> 'by'
             from publish_log l
             where l.subject = s.skill_id and l.kind = 'selection'
             order by l.sequence desc
             limit 1) as selected_by
    from skills s
    where s.source_path = ${source_path}
    for update`;
  return row ?? null;
}

export type KnownVersion = Omit<VersionContent, "markdown" | "files"> & {
  files: FileRow[];
  version_id: string;
  content_sha256: Buffer;
  withdrawn: boolean;
  /** Whether its origin is stored. */
  has_source: boolean;
};

/** All versions of a skill, oldest first, without their texts. */
export async function knownVersions(sql: Sql, skill_id: string): Promise<KnownVersion[]> {
  return sql<KnownVersion[]>`
    select v.version_id, v.content_sha256, v.title, v.description, v.applicability, v.public_references, v.questions, v.change_summary,
           v.rationale, v.supporting_basis, v.license, v.withdrawn_at is not null as withdrawn,
           num_nonnulls(v.source_repository, v.source_commit, v.source_license, v.source_author) > 0 as has_source,
           ${filesColumn(sql, sql`v.version_id`)}
    from skill_versions v
    where v.skill_id = ${skill_id}
    order by v.ordinal`;
}

/**
 * Another skill with this text: one where it was withdrawn, else one where it is the selected version under the same
 * title and description. Null when there is none.
 */
export async function copyOf(
  sql: Sql,
  content: { content_sha256: Buffer; title: string; description: string },
): Promise<{ slug: string; withdrawn: boolean } | null> {
  const [row] = await sql<{ slug: string; withdrawn: boolean }[]>`
    select s.slug, v.withdrawn_at is not null as withdrawn
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    where v.content_sha256 = ${content.content_sha256}
      and (v.withdrawn_at is not null
        or (s.selected_version_id = v.version_id and v.title = ${content.title} and v.description = ${content.description}))
    order by v.withdrawn_at is null, v.created_at
    limit 1`;
  return row ?? null;
}

/**
 * Selects an older version of a skill again (a rollback) and returns the new selection revision. Requires the row's
 * lock.
 */
export async function selectAgain(sql: Sql, ref: { skill_id: string; version_id: string }): Promise<string> {
  const [row] = await sql<{ selection_revision: string }[]>`
    update skills
       set selected_version_id = ${ref.version_id},
           selection_revision = selection_revision + 1,
           updated_at = now_ms()
     where skill_id = ${ref.skill_id}
    returning selection_revision`;
  if (!row) throw new Error("The skill's row has gone though it was locked.");
  return row.selection_revision;
}

/** Stores the origin of a version that has none; one that has is left as it is. */
export async function fillSource(sql: Sql, version_id: string, source: SourceColumns): Promise<void> {
  await sql`
    update skill_versions
       set source_repository = ${source.source_repository},
           source_commit = ${source.source_commit},
           source_license = ${source.source_license},
           source_author = ${source.source_author}
     where version_id = ${version_id}
       and num_nonnulls(source_repository, source_commit, source_license, source_author) = 0`;
}
