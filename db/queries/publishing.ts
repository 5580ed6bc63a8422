import { createHash } from "node:crypto";
import type { Json, Sql } from "@/db/client";
import { type FileRow, type FileToStore, filesColumn, insertVersionFiles } from "@/db/queries/files";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/**
 * Inserts a skill whose count includes its first version, which is selected when `select` is set. False when the slug
 * is taken, as decided by the unique constraint; the caller tries the next one. Throws the constraint's error when the
 * source path is taken.
 */
export async function insertSkill(
  sql: Sql,
  skill: {
    skill_id: string;
    slug: string;
    source_path: string | null;
    author_connection_id: string | null;
    version_id: string;
    select: boolean;
  },
): Promise<boolean> {
  const rows = await sql`
    insert into skills (skill_id, slug, source_path, author_connection_id, last_ordinal, selected_version_id, selection_revision)
    values (${skill.skill_id}, ${skill.slug}, ${skill.source_path}, ${skill.author_connection_id}, 1,
            ${skill.select ? skill.version_id : null}, ${skill.select ? 1 : 0})
    on conflict (slug) do nothing
    returning skill_id`;
  return rows.length === 1;
}

type LockedSkill = {
  slug: string;
  selected_version_id: string | null;
  selection_revision: string;
  /** Of the selected version; null without one. */
  selected_applicability: ApplicabilityEntry[] | null;
  /** Whether the selected version waits. */
  selected_waits: boolean;
};

/** Locks a skill's row until the transaction ends: one writer at a time numbers and selects versions. */
export async function lockSkill(sql: Sql, skill_id: string): Promise<LockedSkill | null> {
  const [row] = await sql<LockedSkill[]>`
    select s.slug, s.selected_version_id, s.selection_revision, v.applicability as selected_applicability,
           v.quarantined_at is not null as selected_waits
    from skills s
    left join skill_versions v on v.version_id = s.selected_version_id
    where s.skill_id = ${skill_id}
    for update of s`;
  return row ?? null;
}

/**
 * Takes the next ordinal of a skill and, with `select`, selects the version. A listed version is news of the skill.
 * Requires the row's lock.
 */
export async function numberVersion(
  sql: Sql,
  turn: { skill_id: string; version_id: string; select: boolean; list: boolean },
): Promise<{ ordinal: string; selection_revision: string }> {
  const [row] = await sql<{ ordinal: string; selection_revision: string }[]>`
    update skills
       set last_ordinal = last_ordinal + 1,
           selected_version_id = case when ${turn.select} then ${turn.version_id} else selected_version_id end,
           selection_revision = selection_revision + case when ${turn.select} then 1 else 0 end,
           updated_at = case when ${turn.list} then now_ms() else updated_at end
     where skill_id = ${turn.skill_id}
    returning last_ordinal as ordinal, selection_revision`;
  if (!row) throw new Error("The skill's row has gone though it was locked.");
  return row;
}

/** The content of a version: everything its author wrote. */
export type VersionContent = {
  title: string;
  description: string;
  markdown: string;
  applicability: ApplicabilityEntry[];
  public_references: string[];
  questions: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
  license: string | null;
  /** Beside its text. Checked and judged like it. */
  files?: readonly FileToStore[];
};

/** The source of a submitted version and the checks it passed. */
export type VersionOrigin = { operation_ref: string; sources: Json[]; checks: Json[] };

type NewVersion = VersionContent & {
  version_id: string;
  skill_id: string;
  ordinal: string;
  base_version_id: string | null;
  technologies: string[];
  risk_labels: string[];
  /** Those of its labels that make a version of an author without record wait. */
  risks: string[];
  rules_version: number;
  /** Why it waits; empty for one that does not. */
  quarantine_reasons: string[];
  vouched: boolean;
  author_connection_id: string | null;
  /** False for a candidate. */
  list: boolean;
  origin: VersionOrigin | null;
  source: SourceColumns;
};

/** SHA-256 of the markdown as UTF-8, as in `content_sha256`. */
export function contentSha256(markdown: string): Buffer {
  return createHash("sha256").update(markdown, "utf8").digest();
}

/** Inserts a version, and returns since when it waits; a listed one that does not wait may appear in search from now on. */
export async function insertVersion(sql: Sql, version: NewVersion): Promise<Date | null> {
  const [row] = await sql<{ quarantined_at: Date | null }[]>`
    insert into skill_versions (
      version_id, skill_id, ordinal, base_version_id, title, description, markdown, content_sha256, applicability, technologies,
      public_references, change_summary, rationale, supporting_basis, license, risk_labels, author_connection_id, first_selected_at,
      operation_ref, sources, checks, rules_version, source_repository, source_commit, source_license, source_author, questions,
      quarantined_at, quarantine_reasons, vouched_at, risks)
    select
      ${version.version_id}, ${version.skill_id}, ${version.ordinal}, ${version.base_version_id}, ${version.title},
      ${version.description}, ${version.markdown}, ${contentSha256(version.markdown)}, ${sql.json(version.applicability)},
      ${version.technologies}, ${version.public_references}, ${version.change_summary}, ${version.rationale},
      ${version.supporting_basis}, ${version.license}, ${version.risk_labels}, ${version.author_connection_id},
      case when ${version.list} then at.published end,
      ${version.origin?.operation_ref ?? null}, ${sql.json(version.origin?.sources ?? [])}, ${sql.json(version.origin?.checks ?? [])}, ${version.rules_version},
      ${version.source.source_repository}, ${version.source.source_commit}, ${version.source.source_license},
      ${version.source.source_author}, ${version.questions},
      case when ${version.quarantine_reasons.length > 0} then at.published end, ${version.quarantine_reasons},
      case when ${version.vouched} then at.published end, ${version.risks}
    from (select now_ms() as published) at
    returning quarantined_at`;
  await insertVersionFiles(sql, version.version_id, version.files ?? []);
  return row?.quarantined_at ?? null;
}

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

/** Arbitrary; every seeder must use the same number. */
const SEEDING_LOCK = 4_207_001_134;

/** Waits for other seeders; holds the lock until the transaction ends. */
export async function lockSeeding(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`;
}

/** The number of skills, withdrawn ones included. */
export async function countSkills(sql: Sql): Promise<number> {
  const [row] = await sql<{ skills: number }[]>`select count(*)::int as skills from skills`;
  return row?.skills ?? 0;
}

/** Lets one text at a time be compared with the published ones, until the transaction ends. */
export async function lockContent(sql: Sql, content_sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('content ' || encode(${content_sha256}::bytea, 'hex'), 0))`;
}

/** The first version with this text, in any skill; withdrawn ones and candidates count too. */
export async function versionWithText(
  sql: Sql,
  content_sha256: Buffer,
): Promise<{ skill_id: string; version_id: string; title: string; withdrawn: boolean } | null> {
  const [row] = await sql<{ skill_id: string; version_id: string; title: string; withdrawn: boolean }[]>`
    select v.skill_id, v.version_id, v.title, (v.withdrawn_at is not null) as withdrawn
    from skill_versions v
    where v.content_sha256 = ${content_sha256}
    order by v.withdrawn_at is not null, v.created_at, v.version_id
    limit 1`;
  return row ?? null;
}
