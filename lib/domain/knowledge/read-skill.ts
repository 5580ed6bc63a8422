import { z } from "zod";
import { read } from "@/db/client";
import { type DecisionSubject, decisionsAbout } from "@/db/queries/decisions";
import { threadsNaming, usesOfVersion } from "@/db/queries/outcomes";
import { type VersionMetaRow, versionMeta, versionsBelow, withdrawalOf } from "@/db/queries/version-history";
import {
  type SkillHeadRow,
  selectedVersion,
  skillHead,
  skillShowing,
  type VersionRow,
  versionById,
} from "@/db/queries/versions";
import type { ReadAnswer, SkillHead, View } from "@/lib/contract/knowledge/reading";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import { Revision, Timestamp } from "@/lib/contract/primitives";
import { type Context, requireConnection } from "@/lib/domain/context";
import { compareVersions } from "@/lib/domain/knowledge/compare-versions";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";
import { presentDecision, refuseUnreadable } from "@/lib/domain/present/decision";
import { presentOrigin } from "@/lib/domain/present/origin";
import { skillFile } from "@/lib/domain/present/skill-file";
import { presentVersionSummary, versionRef, versionText } from "@/lib/domain/present/version";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import type { Problem } from "@/lib/platform/errors";
import { apiUrl, skillUrl, threadUrl, versionUrl } from "@/lib/platform/urls";

type Ref = { kind: "skill"; skill_id: string } | { kind: "skill_version"; skill_id: string; version_id: string };
type SkillView = "content" | "history" | "provenance" | "comparison" | "decisions" | "markdown" | "links";

const Position = z.strictObject({ below: Revision });
const USES_MAX = 25;
const LINKED_MAX = 25;

/**
 * A skill (its selected version) or a version in one view. Throws `not_found`; `withdrawn` (410) for the content and
 * the markdown of a withdrawn version; `unknown_reference` when the version to compare belongs to another skill.
 */
export async function readSkill(
  ref: Ref,
  view: SkillView,
  paging: Paging,
  compareWith: string | undefined,
): Promise<ReadAnswer> {
  if (view === "content") return readContent(ref);
  const head = await read((sql) => skillHead(sql, ref.skill_id));
  if (!head) throw nothing();
  if (view === "history") return readHistory(ref, head, paging);
  if (view === "decisions" && ref.kind === "skill") return readDecisions(ref, { skill_id: ref.skill_id }, paging);
  const version = await versionShown(ref, head);
  if (!version) throw nothing();
  if (view === "decisions") return readDecisions(ref, { version_id: version.version_id }, paging);
  if (view === "provenance") return readProvenance(ref, version);
  if (view === "comparison") return compareVersions(ref, version, compareWith ?? "");
  if (view === "links") return readLinks(ref, head, version);
  return readMarkdown(ref);
}

/** The answer that HTTP sends as text, as a value: it is made in one way. */
async function readContent(ref: Ref): Promise<ReadAnswer> {
  const text = await contentText(ref);
  if (text === null) throw await unreadable(ref);
  return JSON.parse(text);
}

async function readMarkdown(ref: Ref): Promise<ReadAnswer> {
  const row = await versionOf(ref);
  if (!row) throw await unreadable(ref);
  return { data: { ref, view: "markdown", markdown: skillFile(row), content_type: "text/markdown; charset=utf-8" } };
}

/** The readable version of a reference: for a skill the selected one. */
export function versionOf(ref: Ref): Promise<VersionRow | null> {
  return read((sql) =>
    ref.kind === "skill" ? selectedVersion(sql, ref.skill_id) : versionById(sql, ref.skill_id, ref.version_id),
  );
}

async function unreadable(ref: Ref): Promise<Problem> {
  const only = ref.kind === "skill" ? null : ref.version_id;
  return refuseUnreadable(await read((sql) => withdrawalOf(sql, ref.skill_id, only)));
}

/** The version of a reference: for a skill the selected one or, when nothing is selected any more, the newest. */
async function versionShown(ref: Ref, head: SkillHeadRow): Promise<VersionMetaRow | null> {
  return read(async (sql) => {
    const named = ref.kind === "skill" ? head.selected_version_id : ref.version_id;
    const version_id = named ?? (await versionsBelow(sql, ref.skill_id, null, null, 1))[0]?.version_id;
    return version_id ? versionMeta(sql, ref.skill_id, version_id) : null;
  });
}

async function readHistory(ref: Ref, head: SkillHeadRow, paging: Paging): Promise<ReadAnswer> {
  const from = ref.kind === "skill" ? null : ref.version_id;
  const binding = { endpoint: "read", subject: from ?? head.skill_id, filter: { view: "history" } };
  const below = paging.cursor === undefined ? null : openCursor(binding, paging.cursor, Position).below;
  const rows = await read((sql) => versionsBelow(sql, head.skill_id, from, below, paging.limit + 1));
  if (rows.length === 0 && below === null) throw nothing();
  const { page, next_cursor } = pageOf(binding, rows, paging.limit, ({ ordinal }) => ({ below: ordinal }));
  const items = page.map((row) => presentVersionSummary(head.skill_id, row));
  return { data: { ref, view: "history", items }, next_cursor };
}

async function readProvenance(ref: Ref, version: VersionMetaRow): Promise<ReadAnswer> {
  const uses = await read((sql) => usesOfVersion(sql, version.version_id, USES_MAX));
  return {
    data: {
      ref,
      view: "provenance",
      version_id: version.version_id,
      author: { connection_id: version.author_connection_id, ...presentAuthor(version, IMPORTED_NAME) },
      origin: presentOrigin(version),
      operation_ref: version.operation_ref,
      operation: version.operation_ref ? { operation_ref: version.operation_ref, kind: "skill_submission" } : null,
      base_version_id: version.base_version_id,
      change_summary: version.change_summary,
      rationale: version.rationale,
      supporting_basis: version.supporting_basis,
      public_references: version.public_references,
      sources: version.sources,
      checks: version.checks,
      used_in: uses.map((use) => ({
        thread_id: use.thread_id,
        thread_title: use.thread_title,
        message_id: use.message_id,
        kind: use.kind,
        outcome: use.outcome,
        condition: use.condition,
        canonical_url: `${threadUrl(use.thread_id)}#${use.message_id}`,
        created_at: use.created_at.toISOString(),
      })),
    },
  };
}

async function readLinks(ref: Ref, head: SkillHeadRow, version: VersionMetaRow): Promise<ReadAnswer> {
  const only = ref.kind === "skill" ? null : ref.version_id;
  const [threads, versions] = await read((sql) =>
    Promise.all([
      threadsNaming(sql, head.skill_id, only, LINKED_MAX),
      versionsBelow(sql, head.skill_id, only, null, LINKED_MAX),
    ]),
  );
  const page = only === null ? skillUrl(head.skill_id, head.slug) : versionUrl(head.skill_id, only);
  return {
    data: {
      ref,
      view: "links",
      canonical_url: page,
      api_url: apiUrl(head.skill_id, only),
      public_references: version.public_references,
      threads: threads.map((thread) => ({ ...thread, canonical_url: threadUrl(thread.thread_id) })),
      versions: versions
        .filter((row) => row.withdrawn_at === null)
        .map((row) => ({
          ref: versionRef({ skill_id: head.skill_id, version_id: row.version_id }),
          title: row.title,
          canonical_url: versionUrl(head.skill_id, row.version_id),
        })),
    },
  };
}

function nothing(): Problem {
  return refuseUnreadable(null);
}

/**
 * What `readKnowledge` answers for the content of a skill or a version, as JSON text. Null for everything else and for
 * what cannot be read: `readKnowledge` then answers or says why not.
 */
export async function readKnowledgeText(ctx: Context, input: ReadInput): Promise<string | null> {
  requireConnection(ctx);
  const { ref, view = "content", compare_version_id, cursor } = input;
  if (ref.kind === "conversation" || view !== "content") return null;
  if (compare_version_id !== undefined || cursor !== undefined) return null;
  return contentText(ref);
}

/** The answer with the content of a skill (its selected version) or a version; null when it cannot be read. One statement. */
async function contentText(ref: Ref): Promise<string | null> {
  const { skill_id } = ref;
  const row = await read((sql) => skillShowing(sql, skill_id, ref.kind === "skill" ? null : ref.version_id));
  if (!row) return null;
  const version = await versionText(row, () => read((sql) => versionById(sql, skill_id, row.version_id)));
  if (version === null) return null;
  const [of, skill] = [JSON.stringify(ref), JSON.stringify(presentHead(row))];
  return `{"data":{"ref":${of},"view":"content","skill":${skill},"version":${version}}}`;
}

/** A skill without its content. */
function presentHead(row: SkillHeadRow): SkillHead {
  return {
    skill_id: row.skill_id,
    slug: row.slug,
    canonical_url: skillUrl(row.skill_id, row.slug),
    selected: row.selected_version_id
      ? versionRef({ skill_id: row.skill_id, version_id: row.selected_version_id })
      : null,
    selection_revision: row.selection_revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const DecisionPosition = z.strictObject({ created_at: Timestamp, decision_id: z.string() });

/** The decisions about a resource: who, what, when and why; newest first. */
export async function readDecisions(ref: ReadRef, subject: DecisionSubject, paging: Paging): Promise<ReadAnswer> {
  const binding = { endpoint: "read", subject: Object.values(subject).join(" "), filter: { view: "decisions" } };
  const position = paging.cursor === undefined ? null : openCursor(binding, paging.cursor, DecisionPosition);
  const rows = await read((sql) => decisionsAbout(sql, subject, position, paging.limit + 1));
  const { page, next_cursor } = pageOf(binding, rows, paging.limit, ({ created_at, decision_id }) => ({
    created_at: created_at.toISOString(),
    decision_id,
  }));
  return { data: { ref, view: "decisions", items: page.map(presentDecision) }, next_cursor };
}

export type Paging = { cursor: string | undefined; limit: number };

export type ReadInput = {
  ref: ReadRef;
  view?: View | undefined;
  compare_version_id?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};
