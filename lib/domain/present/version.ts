import { z } from "zod";
import type { FileRow } from "@/db/queries/files";
import type { VersionSummaryRow } from "@/db/queries/version-history";
import type { OriginColumn } from "@/db/queries/version-origins";
import type {
  OutcomeColumns,
  QuarantineColumns,
  ReviewColumns,
  SourceColumns,
  VersionRow,
} from "@/db/queries/versions";
import { SkillFinding } from "@/lib/contract/knowledge/resources";
import {
  NO_REVIEW,
  type Outcomes,
  type Quarantine,
  type Review,
  type SkillVersionRef,
} from "@/lib/contract/primitives";
import type { SkillVersion, VersionFile, VersionSummary } from "@/lib/contract/public/resources";
import { markOf } from "@/lib/domain/present/author";
import { freshnessOf, presentOrigin } from "@/lib/domain/present/origin";
import { digestOfList, mediaTypeOf } from "@/lib/domain/publishing/version-files";
import { cache } from "@/lib/platform/caches";
import { fileUrl, versionUrl } from "@/lib/platform/urls";

type WithFiles = { skill_id: string; version_id: string; files: readonly FileRow[] };

const FIXED_BYTES_MAX = 32_000_000;

/** The public form of a version's review; a version without a note says so. */
export function presentReview(row: ReviewColumns): Review {
  const { review_version_checked, review_note, review_reviewed_at, review_reviewer } = row;
  const by = row.review_reviewer_connection_id;
  if (!review_version_checked || !review_note || !review_reviewed_at || !review_reviewer)
    return { state: "none", note: NO_REVIEW };
  return {
    state: "reviewed",
    version_checked: review_version_checked,
    note: review_note,
    reviewed_at: review_reviewed_at.toISOString(),
    reviewer: review_reviewer,
    ...(by ? { reviewer_mark: markOf(by) } : {}),
  };
}

/** Reported outcomes of a version, the score to three digits. */
export function presentOutcomes(row: OutcomeColumns): Outcomes {
  return {
    resolved: row.outcomes_resolved,
    partial: row.outcomes_partial,
    failed: row.outcomes_failed,
    score: row.outcomes_score === null ? null : Math.round(row.outcomes_score * 1_000) / 1_000,
    reporters: { connections: row.outcomes_connections, anonymous: row.outcomes_anonymous },
  };
}

/** Since when and why a version waits; null for one that does not. */
export function presentQuarantine({ quarantined_at, quarantine_reasons }: QuarantineColumns): Quarantine | null {
  return quarantined_at && { since: quarantined_at.toISOString(), reasons: quarantine_reasons };
}

export function versionRef(row: { skill_id: string; version_id: string }): SkillVersionRef {
  return { kind: "skill_version", skill_id: row.skill_id, version_id: row.version_id };
}

/** The mutable data of a version. */
type ChangingPart = Pick<
  SkillVersion,
  | "slug"
  | "applicability"
  | "is_selected"
  | "is_candidate"
  | "review"
  | "outcomes"
  | "origin"
  | "freshness"
  | "quarantine"
>;

type ChangingColumns = Pick<VersionRow, "slug" | "is_selected" | "first_selected_at" | "license"> &
  QuarantineColumns &
  ReviewColumns &
  OutcomeColumns &
  SourceColumns &
  OriginColumn &
  Pick<VersionRow, "skill_id" | "version_id" | "applicability">;

function presentChanging(row: ChangingColumns): ChangingPart {
  const review = presentReview(row);
  return {
    slug: row.slug,
    // A source may widen it.
    applicability: row.applicability,
    is_selected: row.is_selected,
    is_candidate: row.first_selected_at === null,
    review,
    outcomes: presentOutcomes(row),
    origin: presentOrigin(row),
    freshness: freshnessOf({ review, applicability: row.applicability }, row.came_from.releases),
    quarantine: presentQuarantine(row),
  };
}

/** The immutable data of a version: all of its content. */
function presentFixed(row: VersionRow): Omit<SkillVersion, keyof ChangingPart> {
  return {
    skill_id: row.skill_id,
    version_id: row.version_id,
    ordinal: row.ordinal,
    base_version_id: row.base_version_id,
    title: row.title,
    description: row.description,
    markdown: row.markdown,
    content_sha256: row.content_sha256.toString("hex"),
    files: presentFiles(row),
    tree_sha256: treeOf(row),
    public_references: row.public_references,
    questions: row.questions,
    change_summary: row.change_summary,
    rationale: row.rationale,
    supporting_basis: row.supporting_basis,
    license: row.license,
    risk_labels: row.risk_labels,
    canonical_url: versionUrl(row.skill_id, row.version_id),
    created_at: row.created_at.toISOString(),
  };
}

/** The files of a version, each with its address and digest. */
function presentFiles({ skill_id, version_id, files }: WithFiles): VersionFile[] {
  return files.map(({ path, bytes, sha256 }) => ({
    path,
    bytes,
    sha256,
    media_type: mediaTypeOf(path),
    url: fileUrl(skill_id, version_id, path),
  }));
}

/** The digest of a version with files, as the publish log states it; null for one that is a text alone. */
function treeOf({ content_sha256, files }: { content_sha256: Buffer; files: readonly FileRow[] }): string | null {
  return files.length === 0 ? null : digestOfList(content_sha256.toString("hex"), files);
}

/** A whole version in the form of the public interface. */
export function presentVersion(row: VersionRow): SkillVersion {
  return { ...presentFixed(row), ...presentChanging(row) };
}

/**
 * A whole version as JSON text. `row` was read for this answer and shows that the version is readable; `load` reads the
 * whole version, and null from it gives null here. The immutable part is serialised once and cached.
 */
export async function versionText(
  row: Parameters<typeof presentChanging>[0] & { version_id: string },
  load: () => Promise<VersionRow | null>,
): Promise<string | null> {
  const kept = cache<string>("version-texts", FIXED_BYTES_MAX);
  let fixed = kept.get(row.version_id);
  if (fixed === undefined) {
    const whole = await load();
    if (!whole) return null;
    fixed = JSON.stringify(presentFixed(whole));
    kept.set(row.version_id, fixed);
  }
  return joinObjects(fixed, JSON.stringify(presentChanging(row)));
}

/** Merges two non-empty JSON objects. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}

/** A version in a list: everything but its content, so that a withdrawn one can be listed too. */
export function presentVersionSummary(skill_id: string, row: VersionSummaryRow): VersionSummary {
  return {
    version_id: row.version_id,
    ordinal: row.ordinal,
    title: row.title,
    base_version_id: row.base_version_id,
    applicability: row.applicability,
    change_summary: row.change_summary,
    is_selected: row.is_selected && row.withdrawn_at === null,
    state: stateOf(row),
    canonical_url: versionUrl(skill_id, row.version_id),
    created_at: row.created_at.toISOString(),
  };
}

function stateOf(row: VersionSummaryRow): VersionSummary["state"] {
  if (row.withdrawn_at) return "withdrawn";
  if (row.waits) return "waiting";
  if (row.is_selected) return "selected";
  return row.first_selected_at ? "published" : "candidate";
}

const Findings = z.array(SkillFinding).catch([]);

/** What the rules found in a version when they judged it last, from its stored checks; empty for an import. */
export function ruleFindings(checks: readonly unknown[]): z.infer<typeof Findings> {
  const rules = checks.find((check) => Object(check).check === "skill_rules");
  return Findings.parse(Object(rules).findings ?? []);
}
