import type { Sql } from "@/db/client";
import { appendLog } from "@/db/queries/publish-log";
import { insertReviewNote, type ReviewNote } from "@/db/queries/publish-review-note";
import { insertSkill, lockSkill, numberVersion } from "@/db/queries/publish-skill";
import { contentSha256, insertVersion, type VersionContent, type VersionOrigin } from "@/db/queries/publish-version";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { slugAttempt, slugFrom } from "@/lib/publishing/slug";
import { normaliseTechnology } from "@/lib/search/applicability";

export type Publication = {
  /** A new skill takes its slug from `slug_from` (a name or title), numbered when it is taken; an existing one keeps its own. */
  skill: { kind: "new"; slug_from: string; source_path: string | null } | { kind: "existing"; skill_id: string };
  base_version_id: string | null;
  content: VersionContent;
  risk_labels: string[];
  /** Which rules judged the text, and gave the labels. What an older version of them judged is judged again. */
  rules_version: number;
  /** Null for what an import or the starter library brings. The author of a first version is the skill's author. */
  author_connection_id: string | null;
  /** False publishes a candidate: readable by its id, not offered by search. */
  select: boolean;
  /** When given, another current selection revision is refused. */
  observed_selection_revision?: string;
  review?: ReviewNote | null;
  origin?: VersionOrigin | null;
  /** Who selects it and why, for the publish log; without it the author, by publishing. */
  selected?: { by: string; reason: string };
  /** What else belongs to the publication and takes locks of its own: it runs before the log is locked. */
  effects?: (published: Published) => Promise<void>;
};

export type Published = {
  skill_id: string;
  version_id: string;
  slug: string;
  ordinal: string;
  selection_revision: string;
};

/**
 * Makes a new immutable version, and the skill when it is the first, in the caller's transaction: numbered under the lock
 * of the skill's row, selected when asked, entered in the publish log and marked for the search index. The content must have
 * been validated and judged safe. Call it last in the transaction: the log's lock is held until the end.
 *
 * Throws `not_found` for an unknown skill and `selection_revision_conflict` when the observed revision is not the current
 * one. A base version of another skill and a taken source path are errors of the database.
 */
export async function publishVersion(sql: Sql, publication: Publication): Promise<Published> {
  const { content, base_version_id, author_connection_id, select } = publication;
  const version_id = newId("skv");
  const { previous_version_id, ...place } = await takePlace(sql, publication, version_id);
  const { skill_id, slug, ordinal, selection_revision } = place;
  const technologies = [...new Set(content.applicability.map((entry) => normaliseTechnology(entry.technology)))].sort();
  await insertVersion(sql, {
    ...content,
    version_id,
    skill_id,
    ordinal,
    base_version_id,
    technologies,
    risk_labels: publication.risk_labels,
    rules_version: publication.rules_version,
    author_connection_id,
    select,
    origin: publication.origin ?? null,
  });
  const reviewed = publication.review
    ? await insertReviewNote(sql, { ...publication.review, review_note_id: newId("rev"), version_id })
    : false;
  await sql`select mark_dirty(${skill_id})`;
  await publication.effects?.({ ...place, version_id });
  const content_sha256 = contentSha256(content.markdown).toString("hex");
  const by = author_connection_id ?? "import";
  await appendLog(sql, [
    { kind: "version", subject: version_id, details: { skill_id, slug, ordinal, base_version_id, by, content_sha256 } },
    ...(select
      ? [
          selectionEntry({
            skill_id,
            version_id,
            previous_version_id,
            selection_revision,
            ...(publication.selected ?? { by, reason: "Published." }),
          }),
        ]
      : []),
    ...(publication.review && reviewed ? [reviewEntry(skill_id, version_id, publication.review)] : []),
  ]);
  return { ...place, version_id };
}

/** How a selection stands in the publish log: the subject is the skill; `by` is a connection id, or `import`. */
export function selectionEntry(selection: {
  skill_id: string;
  version_id: string;
  previous_version_id: string | null;
  selection_revision: string;
  by: string;
  reason: string;
}) {
  const { skill_id, ...details } = selection;
  return { kind: "selection" as const, subject: skill_id, details };
}

/** How a review note stands in the publish log: the subject is the version. */
export function reviewEntry(skill_id: string, version_id: string, review: ReviewNote) {
  const { version_checked, note, reviewer, reviewer_connection_id: by, reviewed_at } = review;
  return {
    kind: "review" as const,
    subject: version_id,
    details: {
      ...{ skill_id, version_checked, note, reviewer, reviewed_at: reviewed_at.toISOString() },
      ...(by ? { by } : {}),
    },
  };
}

type Place = {
  skill_id: string;
  slug: string;
  ordinal: string;
  selection_revision: string;
  previous_version_id: string | null;
};

async function takePlace(sql: Sql, publication: Publication, version_id: string): Promise<Place> {
  const { skill, select, author_connection_id, observed_selection_revision: observed } = publication;
  if (skill.kind === "new") {
    const skill_id = newId("skl");
    const slug = await insertUnderFreeSlug(skill.slug_from, (slug) =>
      insertSkill(sql, { skill_id, slug, source_path: skill.source_path, author_connection_id, version_id, select }),
    );
    return { skill_id, slug, ordinal: "1", selection_revision: select ? "1" : "0", previous_version_id: null };
  }
  const { skill_id } = skill;
  const locked = await lockSkill(sql, skill_id);
  if (!locked) throw new Problem("not_found", { detail: "There is no such skill." });
  if (observed !== undefined && observed !== locked.selection_revision) {
    throw new Problem("selection_revision_conflict", {
      detail: `expected ${observed}, current ${locked.selection_revision}`,
      extra: { current_selection_revision: locked.selection_revision, current_version_id: locked.selected_version_id },
    });
  }
  const turn = await numberVersion(sql, { skill_id, version_id, select });
  return { skill_id, slug: locked.slug, ...turn, previous_version_id: locked.selected_version_id };
}

async function insertUnderFreeSlug(name: string, insert: (slug: string) => Promise<boolean>): Promise<string> {
  const wanted = slugFrom(name);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugAttempt(wanted, attempt);
    if (await insert(slug)) return slug;
  }
}
