import type { Sql } from "@/db/client";
import { type FileRow, filesColumn } from "@/db/queries/files";
import { type OriginColumn, originColumn } from "@/db/queries/version-origins";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type ReviewColumns = {
  review_version_checked: string | null;
  review_note: string | null;
  review_reviewed_at: Date | null;
  review_reviewer: string | null;
  /** Null where no connection wrote the review. */
  review_reviewer_connection_id: string | null;
};

export type OutcomeColumns = {
  outcomes_resolved: number;
  outcomes_partial: number;
  outcomes_failed: number;
  outcomes_score: number | null;
  outcomes_connections: number;
  outcomes_anonymous: number;
};

/** Where a version comes from, as its file or the folder it was read from says; null where nothing is known. */
export type SourceColumns = {
  source_repository: string | null;
  source_commit: string | null;
  source_license: string | null;
  source_author: string | null;
};

/** Since when and why a version waits; null and empty for one that does not. */
export type QuarantineColumns = { quarantined_at: Date | null; quarantine_reasons: string[] };

/** A row of the view public_versions. */
export type VersionRow = ReviewColumns &
  OutcomeColumns &
  SourceColumns &
  OriginColumn &
  QuarantineColumns & {
    version_id: string;
    skill_id: string;
    slug: string;
    ordinal: string;
    base_version_id: string | null;
    title: string;
    description: string;
    markdown: string;
    content_sha256: Buffer;
    applicability: ApplicabilityEntry[];
    technologies: string[];
    public_references: string[];
    questions: string[];
    change_summary: string;
    rationale: string;
    supporting_basis: string;
    license: string | null;
    /** Beside its text, in the order of their paths. */
    files: FileRow[];
    risk_labels: string[];
    first_selected_at: Date | null;
    created_at: Date;
    updated_at: Date;
    selection_revision: string;
    is_selected: boolean;
  };

const columns = (sql: Sql) => sql`
  p.version_id, p.skill_id, p.slug, p.ordinal, p.base_version_id, p.title, p.description, p.markdown, p.content_sha256,
  p.applicability, p.technologies, p.public_references, p.questions, p.change_summary, p.rationale, p.supporting_basis, p.license,
  p.risk_labels, p.first_selected_at, p.created_at, p.updated_at, p.selection_revision, p.is_selected,
  p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id,
  p.outcomes_resolved, p.outcomes_partial, p.outcomes_failed, p.outcomes_score, p.outcomes_connections,
  p.outcomes_anonymous, p.source_repository, p.source_commit, p.source_license, p.source_author, p.quarantined_at, p.quarantine_reasons,
  ${originColumn(sql, "p")},
  ${filesColumn(sql, sql`p.version_id`)}`;

/** One readable version; null when it does not exist or is withdrawn. */
export async function versionById(sql: Sql, skill_id: string, version_id: string): Promise<VersionRow | null> {
  const [row] = await sql<VersionRow[]>`
    select ${columns(sql)}
    from public_versions p
    where p.version_id = ${version_id} and p.skill_id = ${skill_id}`;
  return row ?? null;
}

/** The selected version of a skill; null when the skill does not exist or no readable version is selected. */
export async function selectedVersion(sql: Sql, skill_id: string): Promise<VersionRow | null> {
  const [row] = await sql<VersionRow[]>`
    select ${columns(sql)}
    from public_versions p
    where p.skill_id = ${skill_id} and p.is_selected`;
  return row ?? null;
}

/**
 * The positions of the references that name no version of their skill. Withdrawn versions count as known, because users
 * of one may report its outcome.
 */
export async function unknownVersions(
  sql: Sql,
  refs: Array<{ skill_id: string; version_id: string }>,
): Promise<number[]> {
  if (refs.length === 0) return [];
  const rows = await sql<{ skill_id: string; version_id: string }[]>`
    select v.skill_id, v.version_id
    from skill_versions v
    where v.version_id = any(${refs.map((ref) => ref.version_id)})`;
  const known = new Set(rows.map((row) => `${row.skill_id} ${row.version_id}`));
  return refs.flatMap((ref, i) => (known.has(`${ref.skill_id} ${ref.version_id}`) ? [] : [i]));
}

type VersionCardRow = Pick<
  VersionRow,
  | "version_id"
  | "skill_id"
  | "title"
  | "description"
  | "applicability"
  | "license"
  | keyof OutcomeColumns
  | keyof ReviewColumns
  | keyof SourceColumns
  | keyof OriginColumn
>;

/** The listed ones of these versions, without their text. */
export async function versionCards(sql: Sql, version_ids: string[]): Promise<VersionCardRow[]> {
  if (version_ids.length === 0) return [];
  return sql<VersionCardRow[]>`
    select p.version_id, p.skill_id, p.title, p.description, p.applicability,
           p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id,
           p.outcomes_resolved, p.outcomes_partial, p.outcomes_failed, p.outcomes_score, p.outcomes_connections,
           p.outcomes_anonymous, p.license, p.source_repository, p.source_commit, p.source_license, p.source_author,
           ${originColumn(sql, "p")}
    from listed_versions p
    where p.version_id = any(${version_ids})`;
}

export type ExportedRow = {
  skill_id: string;
  version_id: string;
  slug: string;
  title: string;
  description: string;
  license: string | null;
  applicability: ApplicabilityEntry[];
  questions: string[];
  public_references: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
  source_author: string | null;
  source_repository: string | null;
  markdown: string;
  is_selected: boolean;
};

/** The listed versions of each skill with a selected one after a slug, by slug, the oldest first and the selected one last. */
export async function versionsToExport(sql: Sql, slug: string, limit: number): Promise<ExportedRow[]> {
  return sql<ExportedRow[]>`
    with page as materialized (
      select t.skill_id
      from selected_traits t
      where t.slug > ${slug}
      order by t.slug
      limit ${limit}
    )
    select o.skill_id, o.version_id, o.slug, o.title, o.description, o.license, o.applicability, o.questions,
           o.public_references, o.change_summary, o.rationale, o.supporting_basis, o.source_author, o.source_repository,
           o.markdown, o.is_selected
    from page
    join listed_versions o on o.skill_id = page.skill_id
    order by o.slug, o.is_selected, o.ordinal`;
}

type SelectedText = { skill_id: string; folder: string; title: string; description: string; markdown: string };

/** The selected version of each skill, with the last folder of the path it was imported from. */
export async function selectedTexts(sql: Sql): Promise<SelectedText[]> {
  return sql<SelectedText[]>`
    select o.skill_id, regexp_replace(s.source_path, '^.*/|( \\([^()]*\\))$', '', 'g') as folder,
           o.title, o.description, o.markdown
    from listed_versions o
    join skills s on s.skill_id = o.skill_id
    where o.is_selected`;
}

export type SkillHeadRow = {
  skill_id: string;
  slug: string;
  selected_version_id: string | null;
  selection_revision: string;
  created_at: Date;
  updated_at: Date;
};

/** A skill without its content, even when none of its versions is readable. */
export async function skillHead(sql: Sql, skill_id: string): Promise<SkillHeadRow | null> {
  const [row] = await sql<SkillHeadRow[]>`
    select s.skill_id, s.slug, s.selected_version_id, s.selection_revision, s.created_at, s.updated_at
    from skills s
    where s.skill_id = ${skill_id}`;
  return row ?? null;
}

type SkillShowingRow = SkillHeadRow &
  ReviewColumns &
  OutcomeColumns &
  QuarantineColumns &
  SourceColumns &
  OriginColumn &
  Pick<VersionRow, "version_id" | "is_selected" | "first_selected_at" | "license" | "applicability">;

/**
 * A skill without its content, plus the mutable data of one of its versions: the given one or, without `version_id`,
 * the selected one. Null when that version is not readable.
 */
export async function skillShowing(
  sql: Sql,
  skill_id: string,
  version_id: string | null,
): Promise<SkillShowingRow | null> {
  const [row] = await sql<SkillShowingRow[]>`
    select s.skill_id, s.slug, s.selected_version_id, s.selection_revision, s.created_at, s.updated_at,
           p.version_id, p.is_selected, p.first_selected_at, p.applicability,
           p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id,
           p.outcomes_resolved, p.outcomes_partial, p.outcomes_failed, p.outcomes_score, p.outcomes_connections,
           p.outcomes_anonymous, p.license, p.source_repository, p.source_commit, p.source_license, p.source_author,
           p.quarantined_at, p.quarantine_reasons, ${originColumn(sql, "p")}
    from skills s
    join public_versions p on p.version_id = coalesce(${version_id}, s.selected_version_id) and p.skill_id = s.skill_id
    where s.skill_id = ${skill_id}`;
  return row ?? null;
}
