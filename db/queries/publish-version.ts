import { createHash } from "node:crypto";
import type { Json, Sql } from "@/db/client";
import { type FileToStore, insertVersionFiles } from "@/db/queries/version-files";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

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

export type NewVersion = VersionContent & {
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
