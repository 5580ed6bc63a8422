import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { read } from "@/db/client";
import { type WaitingRow, waitingVersions } from "@/db/queries/quarantine";
import {
  type BaseRow,
  baseVersions,
  type JudgedAgainRow,
  judgedAgain,
  type QueueRow,
  submissionsInReview,
} from "@/db/queries/review-queue";
import type { InputOf } from "@/lib/contract/endpoint";
import { SkillFinding, SubmissionInReview } from "@/lib/contract/knowledge/resources";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type {
  JudgedAgainItem,
  listQueue as listQueueContract,
  QueueItem,
  WaitingItem,
} from "@/lib/contract/maintenance/queue";
import { OperationRef, Timestamp, VersionId } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { authorizeMaintainer } from "@/lib/domain/moderation/moderate";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";
import { presentOperation } from "@/lib/domain/present/operation";
import { presentQuarantine, ruleFindings, versionRef } from "@/lib/domain/present/version";
import { StoredRequest } from "@/lib/domain/submissions/submit-skill";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { versionUrl } from "@/lib/platform/urls";
import { unifiedDiff } from "@/lib/text/diff/unified-diff";

type Page<T> = { data: T[]; next_cursor: string | null };
type Input = InputOf<typeof listQueueContract>;

const BINDING = { endpoint: "list_queue" };
const LIMIT = 10;
const Position = z.strictObject({ created_at: Timestamp, operation_ref: OperationRef });

/**
 * Submissions that await a decision, oldest first, versions judged again, and versions that wait. Throws `maintainer_required` and
 * `invalid_cursor`.
 */
export async function listQueue(
  ctx: Context,
  input: Input,
): Promise<Page<QueueItem> & { judged_again: Page<JudgedAgainItem>; waiting: Page<WaitingItem> }> {
  await authorizeMaintainer(ctx);
  const limit = input.limit ?? LIMIT;
  const position = input.cursor === undefined ? null : openCursor(BINDING, input.cursor, Position);
  const rows = await read((sql) => submissionsInReview(sql, position, limit + 1));
  const { page, next_cursor } = pageOf(BINDING, rows, limit, (last) => ({
    created_at: last.created_at.toISOString(),
    operation_ref: last.operation_ref,
  }));
  const bases = await basesOf(page);
  return {
    data: page.map((row) => presentQueueItem(row, bases)),
    next_cursor,
    judged_again: await listJudgedAgain(limit, input.judged_again_cursor),
    waiting: await listQueueOfWaiting(limit, input.waiting_cursor),
  };
}

/** The base versions of the updates among these rows, by id, without withdrawn ones. */
export async function basesOf(rows: QueueRow[]): Promise<Map<string, BaseRow>> {
  const ids = rows.flatMap((row) => {
    const { submission } = StoredRequest.parse(row.request);
    return submission.kind === "update" ? [submission.base_version_id] : [];
  });
  if (ids.length === 0) return new Map();
  return new Map((await read((sql) => baseVersions(sql, ids))).map((base) => [base.version_id, base]));
}

/** A queue row with the complete submission and its changes. */
export function presentQueueItem(row: QueueRow, bases: Map<string, BaseRow>): QueueItem {
  const { submission } = StoredRequest.parse(row.request);
  const { skill_id, slug, selection_revision, selected_version_id } = row;
  return {
    operation: presentOperation(row),
    submitted_by: {
      connection_id: row.connection_id,
      ...presentAuthor(
        { author_connection_id: row.connection_id, author_name: row.author, author_role: row.author_role },
        row.author,
      ),
    },
    submission,
    review: SubmissionInReview.parse(row.result),
    changes: changesOf(row, submission, bases),
    skill:
      skill_id && slug && selection_revision
        ? {
            skill_id,
            slug,
            selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
            selection_revision,
            author: {
              connection_id: row.skill_author_connection_id,
              ...presentAuthor(
                {
                  author_connection_id: row.skill_author_connection_id,
                  author_name: row.skill_author,
                  author_role: row.skill_author_role,
                },
                IMPORTED_NAME,
              ),
            },
          }
        : null,
  };
}

const COMPARED = ["title", "description", "applicability", "public_references"] as const;

function changesOf(row: QueueRow, submission: Submission, bases: Map<string, BaseRow>): QueueItem["changes"] {
  if (submission.kind === "create") return null;
  const { skill_id, base_version_id } = submission;
  const base = bases.get(base_version_id);
  const ref = versionRef({ skill_id, version_id: base_version_id });
  if (!base) return { base: ref, fields: [], unified: "", lines_added: 0, lines_removed: 0, withheld: true };
  const next = { applicability: [], public_references: [], ...submission };
  // Compare by value: the database reorders the keys of an entry.
  const fields = COMPARED.filter((field) => !isDeepStrictEqual(next[field], base[field]));
  const { text: unified, ...lines } = unifiedDiff(
    { name: base_version_id, at: base.created_at.toISOString(), text: base.markdown },
    { name: row.operation_ref, at: row.created_at.toISOString(), text: submission.markdown },
  );
  return { base: ref, fields: unified ? [...fields, "markdown"] : fields, unified, ...lines, withheld: false };
}

const WAITING = { endpoint: "list_queue", filter: { part: "waiting" } };
const WaitingPosition = z.strictObject({ since: Timestamp, version_id: VersionId });

/** Versions that wait, the latest first, with what their authors say. Throws `invalid_cursor`. */
export async function listQueueOfWaiting(
  limit: number,
  cursor?: string,
): Promise<{ data: WaitingItem[]; next_cursor: string | null }> {
  const position = cursor === undefined ? null : openCursor(WAITING, cursor, WaitingPosition);
  const rows = await read((sql) => waitingVersions(sql, position, limit + 1));
  const { page, next_cursor } = pageOf(WAITING, rows, limit, (last) => ({
    since: last.quarantined_at.toISOString(),
    version_id: last.version_id,
  }));
  return {
    data: page.map(presentWaiting),
    next_cursor,
  };
}

function presentWaiting(row: WaitingRow): WaitingItem {
  const { skill_id, version_id, title, description, author_connection_id: connection_id, appeal, appealed_at } = row;
  const quarantine = presentQuarantine(row);
  if (!quarantine) throw new Error("A version that does not wait was read as one that does.");
  return {
    ref: versionRef(row),
    canonical_url: versionUrl(skill_id, version_id),
    title,
    description,
    author: connection_id === null ? null : { connection_id, ...presentAuthor(row, IMPORTED_NAME) },
    quarantine,
    findings: ruleFindings(row.checks),
    appeal: appeal !== null && appealed_at ? { text: appeal, created_at: appealed_at.toISOString() } : null,
  };
}

const JUDGED_AGAIN = { endpoint: "list_queue", filter: { part: "judged_again" } };
const JudgedAgainPosition = z.strictObject({ found_at: Timestamp, version_id: VersionId });

/** Published versions that the current rules would hold or refuse, oldest first. Throws `invalid_cursor`. */
export async function listJudgedAgain(
  limit: number,
  cursor?: string,
): Promise<{ data: JudgedAgainItem[]; next_cursor: string | null }> {
  const position = cursor === undefined ? null : openCursor(JUDGED_AGAIN, cursor, JudgedAgainPosition);
  const rows = await read((sql) => judgedAgain(sql, position, limit + 1));
  const { page, next_cursor } = pageOf(JUDGED_AGAIN, rows, limit, (last) => ({
    found_at: last.found_at.toISOString(),
    version_id: last.version_id,
  }));
  return {
    data: page.map(presentJudgedAgain),
    next_cursor,
  };
}

function presentJudgedAgain(row: JudgedAgainRow): JudgedAgainItem {
  const { skill_id, version_id, title, description, is_selected, rules_version, verdict } = row;
  return {
    ref: versionRef(row),
    canonical_url: versionUrl(skill_id, version_id),
    title,
    description,
    selected: is_selected,
    published_at: row.published_at.toISOString(),
    rules_version,
    verdict,
    findings: z.array(SkillFinding).parse(row.findings),
    since: row.found_at.toISOString(),
  };
}
