import { isDeepStrictEqual } from "node:util";
import type { Sql } from "@/db/client";
import { insertReviewNote } from "@/db/queries/decisions";
import { lockFeeds } from "@/db/queries/feeds";
import {
  contentSha256,
  copyOf,
  fillSource,
  type ImportedSkill,
  type KnownVersion,
  knownVersions,
  lockImportedSkill,
  type VersionContent,
} from "@/db/queries/publishing";
import { storeSelection } from "@/db/queries/selection";
import type { NewOrigin } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import { importedReview, type Publication, publishVersion } from "@/lib/domain/publishing/publish-version";
import { type Decider, recordChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { inOrder, sha256Of } from "@/lib/domain/publishing/version-files";
import type { FileReview } from "@/lib/domain/skills/parse-skill-file";
import { newId } from "@/lib/platform/ids";
import { RULES_VERSION } from "@/lib/text/safety/finding";

/** A version to store, already judged safe. */
export type Incoming = {
  name: string;
  content: VersionContent;
  risk_labels: string[];
  review: FileReview | null;
  /**
   * Where the text comes from; absent where nothing is known. It is not content: a text with another origin is not a
   * new version.
   */
  source?: SourceColumns;
  /** Where it was read. */
  came_from?: NewOrigin;
};

/** The recorded decider for selections by an import. */
const IMPORT: Decider = { name: "Import", connection_id: null, log_name: "import" };

export type Stored =
  | { result: "imported" | "new version" | "selected again"; versions: number; notes: string[] }
  | { result: "unchanged"; versions: 0; notes: string[] }
  | { result: "refused"; reason: string };

/**
 * Stores an imported skill in the caller's transaction: creates it, adds new versions, or changes nothing. The last of
 * `versions` is the newest; it is selected if it is new. The others are older. Maintainers' decisions are kept:
 * withdrawn texts stay withdrawn, and their selection stays.
 */
export async function storeSkill(sql: Sql, source_path: string, versions: Incoming[]): Promise<Stored> {
  const newest = versions.at(-1);
  if (!newest) throw new Error("A skill needs a version.");
  const skill = await lockImportedSkill(sql, source_path);
  if (skill) return update(sql, skill, versions.slice(0, -1), newest);

  const copy = await copyOf(sql, { ...newest.content, content_sha256: contentSha256(newest.content.markdown) });
  if (copy?.withdrawn) return { result: "refused", reason: `the same text was withdrawn here (skill ${copy.slug})` };
  if (copy) return { result: "unchanged", versions: 0, notes: [`the same text is here already as skill ${copy.slug}`] };
  let made: { skill_id: string; version_id: string } | null = null;
  for (const version of versions) made = await publish(sql, { source_path }, made, version);
  return { result: "imported", versions: versions.length, notes: [] };
}

async function update(sql: Sql, skill: ImportedSkill, older: Incoming[], newest: Incoming): Promise<Stored> {
  // Each version is recorded separately, and the global lock order takes feeds before the log.
  await lockFeeds(sql, { skill_id: skill.skill_id, connection_ids: [] });
  const known = await knownVersions(sql, skill.skill_id);
  const base = skill.selected_version_id ?? known.at(-1)?.version_id;
  let last = base ? { skill_id: skill.skill_id, version_id: base } : null;
  let added = 0;
  for (const version of older) {
    if (known.some((other) => isSame(other, version))) continue;
    last = await publish(sql, skill, last, version, "all");
    added += 1;
  }
  const match = known.findLast((other) => isSame(other, newest));
  if (!match) {
    const withdrawn = known.some((other) => other.withdrawn && hasText(other, newest));
    if (withdrawn) return { result: "refused", reason: "the same text was withdrawn here" };
    await publish(sql, skill, last, newest);
    return { result: "new version", versions: added + 1, notes: [] };
  }
  // The file determines the selection only until a person selects a version.
  const follows = skill.selected_by === "import" && !match.withdrawn;
  const wanted = follows ? match.version_id : skill.selected_version_id;
  if (wanted && wanted !== skill.selected_version_id) {
    const { skill_id, selected_version_id: previous_version_id } = skill;
    await select(sql, { skill_id, version_id: wanted, previous_version_id });
  }
  for (const version of [...older, newest]) {
    await noteSource(sql, known, version);
    await noteReview(sql, skill.skill_id, known, version);
  }
  const notes = match.withdrawn ? ["this text was withdrawn here and stays withdrawn"] : [];
  if (added > 0) return { result: "new version", versions: added, notes };
  if (wanted !== skill.selected_version_id)
    return { result: "selected again", versions: 0, notes: ["the version that the file holds again is selected"] };
  return { result: "unchanged", versions: 0, notes };
}

async function publish(
  sql: Sql,
  skill: { skill_id: string } | { source_path: string },
  base: { skill_id: string; version_id: string } | null,
  version: Incoming,
  keep_selection_from?: Publication["keep_selection_from"],
): Promise<{ skill_id: string; version_id: string }> {
  return publishVersion(sql, publicationOf(skill, base, version, keep_selection_from));
}

function publicationOf(
  skill: { skill_id: string } | { source_path: string },
  base: { skill_id: string; version_id: string } | null,
  version: Incoming,
  keep_selection_from?: Publication["keep_selection_from"],
): Publication {
  const existing = "skill_id" in skill ? skill.skill_id : base?.skill_id;
  return {
    skill: existing
      ? { kind: "existing", skill_id: existing }
      : { kind: "new", slug_from: version.name, source_path: "source_path" in skill ? skill.source_path : null },
    base_version_id: base?.version_id ?? null,
    content: version.content,
    risk_labels: version.risk_labels,
    rules_version: RULES_VERSION,
    author_connection_id: null,
    select: true,
    ...(keep_selection_from ? { keep_selection_from } : {}),
    review: version.review,
    ...(version.source ? { source: version.source } : {}),
    ...(version.came_from ? { came_from: version.came_from } : {}),
    selected: { decider: IMPORT, reason: "Published." },
  };
}

async function select(
  sql: Sql,
  to: { skill_id: string; version_id: string; previous_version_id: string | null },
): Promise<void> {
  const { skill_id, version_id, previous_version_id } = to;
  const details = { selection_revision: await storeSelection(sql, skill_id, version_id), previous_version_id };
  const reason = "The imported file holds this version.";
  await recordChange(sql, IMPORT, { kind: "selection", skill_id, version_id, reason, details });
}

/** Stores the origin of a version that was imported before its origin was known. */
async function noteSource(sql: Sql, known: KnownVersion[], incoming: Incoming): Promise<void> {
  const { source } = incoming;
  if (!source || Object.values(source).every((value) => value === null)) return;
  const match = known.findLast((other) => isSame(other, incoming));
  if (match && !match.has_source) await fillSource(sql, match.version_id, source);
}

/** Adds a review note that a file got after its text was imported. */
async function noteReview(sql: Sql, skill_id: string, known: KnownVersion[], incoming: Incoming): Promise<void> {
  const { review } = incoming;
  const match = review && known.findLast((other) => isSame(other, incoming));
  if (!match) return;
  const { version_id } = match;
  const isNew = await insertReviewNote(sql, { ...review, review_note_id: newId("rev"), version_id });
  if (!isNew) return;
  await recordChanges(sql, [importedReview({ skill_id, version_id }, review)]);
}

function isSame(known: KnownVersion, incoming: Incoming): boolean {
  const { markdown: _markdown, files = [], ...rest } = incoming.content;
  const { version_id: _id, content_sha256: _sha, withdrawn: _withdrawn, has_source: _source, ...stored } = known;
  const { files: others, ...fields } = stored;
  return (
    hasText(known, incoming) &&
    isDeepStrictEqual(fields, rest) &&
    isDeepStrictEqual(
      others.map(({ path, sha256 }) => [path, sha256]),
      inOrder(files).map(({ path, bytes }) => [path, sha256Of(bytes)]),
    )
  );
}

function hasText(known: KnownVersion, { content }: Incoming): boolean {
  return known.content_sha256.equals(contentSha256(content.markdown));
}
