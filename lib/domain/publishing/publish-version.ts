import { randomBytes } from "node:crypto";
import type { Sql } from "@/db/client";
import { insertReviewNote, type ReviewNote } from "@/db/queries/decisions";
import {
  contentSha256,
  insertSkill,
  insertVersion,
  lockSkill,
  numberVersion,
  type VersionContent,
  type VersionOrigin,
} from "@/db/queries/publishing";
import type { SkillSelectionRow } from "@/db/queries/selection";
import { insertOrigin, type NewOrigin } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { type Decider, type RecordedChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { treeDigest } from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isBackport } from "@/lib/search/rank/choose-version";

export type Publication = {
  /**
   * A new skill takes its slug from `slug_from` (a name or title), with a number if it is taken. An existing skill
   * keeps its slug.
   */
  skill: { kind: "new"; slug_from: string; source_path: string | null } | { kind: "existing"; skill_id: string };
  base_version_id: string | null;
  content: VersionContent;
  risk_labels: string[];
  /** Those of the labels that make a version of an author without record wait. */
  risks?: string[];
  /** The version of the rules that judged the text and set the labels. Newer rules judge it again. */
  rules_version: number;
  /** Null for imports and the starter library. The author of the first version is the skill's author. */
  author_connection_id: string | null;
  /** Why the version waits: it is read by its address and listed nowhere. Without reasons it does not wait. */
  quarantine_reasons?: string[];
  /** Whether a maintainer vouches for it by publishing it. */
  vouched?: boolean;
  /** False publishes a candidate: readable by id, not listed by search. */
  select: boolean;
  /**
   * From which versions an existing skill keeps its selection: from all, or from backports of the selected one. They are
   * then listed, and found by those they fit, without being selected. Decided under the skill's lock.
   */
  keep_selection_from?: "all" | "backports";
  /** If given, publication fails unless this is the current selection revision. */
  observed_selection_revision?: string;
  review?: ReviewNote | null;
  origin?: VersionOrigin | null;
  /** Where the text comes from, checked by `originOf`; without it nothing is known. */
  source?: SourceColumns;
  /** Where an imported text was read. */
  came_from?: NewOrigin;
  /**
   * The decider of the selection and the reason. Without it, the author selects by publishing, and neither a decision
   * nor a delivery mentions the selection.
   */
  selected?: { decider: Decider; reason: string };
};

/** The columns of a version whose origin nobody knows. */
const NO_SOURCE: SourceColumns = {
  source_repository: null,
  source_commit: null,
  source_license: null,
  source_author: null,
};

export type Published = {
  skill_id: string;
  version_id: string;
  slug: string;
  ordinal: string;
  selection_revision: string;
};

/** A version that is stored but not yet recorded. */
export type Stored = Published & {
  is_selected: boolean;
  previous_version_id: string | null;
  has_new_review: boolean;
  waits_since: Date | null;
};

/**
 * Publishes a version in the caller's transaction: stores it, records it in the publish log, and marks it for the
 * search index. The content must have been validated and judged safe. Call it last in the transaction: it holds the
 * log's lock until the end.
 *
 * Throws `not_found` for an unknown skill and `selection_revision_conflict` if the observed revision is not the current
 * one. A base version of another skill and a taken source path cause database errors.
 */
export async function publishVersion(sql: Sql, publication: Publication): Promise<Stored> {
  const stored = await storeVersion(sql, publication);
  await recordPublication(sql, publication, stored);
  return stored;
}

/**
 * First half of a publication: stores the version, and its skill if it is the first, numbered under the skill's lock.
 */
export async function storeVersion(sql: Sql, publication: Publication): Promise<Stored> {
  const { content, base_version_id, author_connection_id, select, review } = publication;
  const version_id = newId("skv");
  const place = await takePlace(sql, publication, version_id);
  const { skill_id, ordinal } = place;
  const technologies = technologiesOf(content.applicability);
  const waits_since = await insertVersion(sql, {
    ...content,
    version_id,
    skill_id,
    ordinal,
    base_version_id,
    technologies,
    risk_labels: publication.risk_labels,
    risks: publication.risks ?? [],
    rules_version: publication.rules_version,
    quarantine_reasons: publication.quarantine_reasons ?? [],
    vouched: publication.vouched ?? false,
    author_connection_id,
    list: select,
    origin: publication.origin ?? null,
    source: publication.source ?? NO_SOURCE,
  });
  if (publication.came_from) await insertOrigin(sql, version_id, publication.came_from);
  const has_new_review =
    review != null && (await insertReviewNote(sql, { ...review, review_note_id: newId("rev"), version_id }));
  return { ...place, version_id, has_new_review, waits_since };
}

/** The technologies that a version is for, as filters name them. */
export function technologiesOf(entries: readonly ApplicabilityEntry[]): string[] {
  return [...new Set(entries.map(({ technology }) => normaliseTechnology(technology)))].sort();
}

/** Second half: records the publication, its selection and its review note. Call it last in the transaction. */
export async function recordPublication(
  sql: Sql,
  publication: Publication,
  stored: Stored,
  ended?: RecordedChange["ended"],
): Promise<void> {
  const { content, base_version_id, author_connection_id: author, select, selected, review } = publication;
  const { skill_id, version_id, slug, ordinal, selection_revision, previous_version_id, is_selected } = stored;
  const content_sha256 = contentSha256(content.markdown).toString("hex");
  const decider = selected?.decider ?? { name: "Import", connection_id: author, log_name: "import" };
  const undecided = selected === undefined;
  const { files = [] } = content;
  const details = {
    ...{ slug, ordinal, base_version_id, by: author ?? "import", content_sha256 },
    ...(files.length > 0 ? { tree_sha256: treeDigest(content.markdown, files) } : {}),
  };
  const waits = waitsIn(publication);
  const listed = select && !is_selected && !waits;
  const published: RecordedChange = { decider, change: { kind: "publication", skill_id, version_id, listed, details } };
  const changes: RecordedChange[] = [is_selected ? published : { ...published, ended: ended ?? null }];
  if (is_selected) {
    const reason = selected?.reason ?? "Published.";
    const operation_ref = publication.origin?.operation_ref ?? null;
    const selection = { selection_revision, previous_version_id };
    changes.push({
      decider,
      change: { kind: "selection", skill_id, version_id, reason, operation_ref, details: selection },
      ended: ended ?? null,
      undecided,
      // Nobody holds a version of a skill that is stored only now.
      untold: waits || publication.skill.kind === "new",
    });
  }
  if (review && stored.has_new_review)
    changes.push({
      ...importedReview({ skill_id, version_id }, review),
      undecided,
      untold: publication.skill.kind === "new",
    });
  await recordChanges(sql, changes);
}

/** The recorded form of a review note from an imported file. */
export function importedReview(of: { skill_id: string; version_id: string }, note: ReviewNote): RecordedChange {
  const { version_checked, reviewer: name, reviewer_connection_id = null, reviewed_at } = note;
  const reason = "The note came with the imported file.";
  return {
    decider: { name, connection_id: reviewer_connection_id },
    change: { kind: "review", ...of, reason, details: { version_checked, note: note.note }, reviewed_at },
  };
}

function waitsIn({ quarantine_reasons = [] }: Publication): boolean {
  return quarantine_reasons.length > 0;
}

type Place = {
  skill_id: string;
  slug: string;
  ordinal: string;
  selection_revision: string;
  previous_version_id: string | null;
  is_selected: boolean;
};

async function takePlace(sql: Sql, publication: Publication, version_id: string): Promise<Place> {
  const { skill, select, author_connection_id, observed_selection_revision: observed } = publication;
  if (skill.kind === "new") {
    const skill_id = newId("skl");
    const slug = await insertUnderFreeSlug(skill.slug_from, (slug) =>
      insertSkill(sql, { skill_id, slug, source_path: skill.source_path, author_connection_id, version_id, select }),
    );
    const selection_revision = select ? "1" : "0";
    return { skill_id, slug, ordinal: "1", selection_revision, previous_version_id: null, is_selected: select };
  }
  const { skill_id } = skill;
  const locked = await lockSkill(sql, skill_id);
  if (!locked) throw new Problem("not_found", { detail: "There is no such skill." });
  if (observed !== undefined) requireRevision(locked, observed);
  const { slug, selected_version_id: previous_version_id, selected_applicability } = locked;
  const { keep_selection_from: kept, content } = publication;
  const waits = waitsIn(publication);
  // Lists show the selected version, so one that waits never takes the place of one that does not.
  const keeps =
    selected_applicability !== null &&
    (kept === "all" ||
      (!locked.selected_waits &&
        (waits || (kept === "backports" && isBackport(content.applicability, selected_applicability)))));
  const is_selected = select && !keeps;
  const turn = await numberVersion(sql, { skill_id, version_id, select: is_selected, list: select && !waits });
  return { skill_id, slug, ...turn, previous_version_id, is_selected };
}

/** Throws `selection_revision_conflict` if the observed selection revision is not the current one. */
export function requireRevision(
  skill: Pick<SkillSelectionRow, "selection_revision" | "selected_version_id">,
  observed: string,
): void {
  if (skill.selection_revision === observed) return;
  throw new Problem("selection_revision_conflict", {
    detail: `expected ${observed}, current ${skill.selection_revision}`,
    extra: {
      current_selection_revision: skill.selection_revision,
      current_version_id: skill.selected_version_id,
    },
  });
}

async function insertUnderFreeSlug(name: string, insert: (slug: string) => Promise<boolean>): Promise<string> {
  const wanted = slugFrom(name);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugAttempt(wanted, attempt);
    if (await insert(slug)) return slug;
  }
}

export const SLUG_CHARACTERS_MAX = 64;

const NUMBERED_MAX = 30;

/** Below a skill's id, this path segment contains its versions. */
export const RESERVED_SLUG = "versions";
/** Devices of Windows, which can store no folder of such a name. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9])$/;

/**
 * A slug from a name or title: a-z, 0-9 and single hyphens, at most 64 characters, cut between words if possible. A
 * text without any Latin letter or digit becomes `skill`; a name that Windows cannot store gets an ending.
 */
export function slugFrom(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const slug = shortened(words, SLUG_CHARACTERS_MAX) || "skill";
  return slug === RESERVED_SLUG || DEVICE.test(slug) ? `${slug}-skill` : slug;
}

/**
 * The slug for the n-th attempt, from 1: `name`, `name-2`, `name-3` … After thirty attempts it gets a random suffix, so
 * that a name shared by hundreds does not need hundreds of attempts.
 */
export function slugAttempt(slug: string, attempt: number): string {
  if (attempt === 1) return slug;
  const ending = attempt <= NUMBERED_MAX ? `-${attempt}` : `-${randomBytes(4).toString("hex")}`;
  return shortened(slug, SLUG_CHARACTERS_MAX - ending.length) + ending;
}

function shortened(slug: string, charactersMax: number): string {
  if (slug.length <= charactersMax) return slug;
  const cut = slug.slice(0, charactersMax);
  const end = slug[charactersMax] === "-" ? charactersMax : cut.lastIndexOf("-");
  // A very long word is cut at the limit.
  return (end > charactersMax / 2 ? cut.slice(0, end) : cut).replace(/-+$/, "");
}
