import type { Json, Sql } from "@/db/client";
import type { OperationRow, OperationState } from "@/db/queries/operations";
import { type FileRow, filesColumn } from "@/db/queries/version-files";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** Creates a connection's feed if missing, so that a later notification locks an existing row. */
export async function ensureFeed(sql: Sql, connection_id: string): Promise<void> {
  await sql`
    insert into feeds (connection_id)
    values (${connection_id})
    on conflict do nothing`;
}

export type TakenSubmission = { operation_ref: string; connection_id: string; author: string; request: unknown };

/**
 * Takes the oldest pending submission; locked until the transaction ends; null when none is free. Skips those that
 * another worker holds, and those of a connection that is paused, revoked or being changed.
 */
export async function takeSubmission(sql: Sql): Promise<TakenSubmission | null> {
  const [row] = await sql<TakenSubmission[]>`
    select o.operation_ref, o.connection_id, c.name as author, o.request
    from operations o
    join connections c on c.connection_id = o.connection_id
    where o.state = 'pending'
      and o.kind = 'skill_submission'
      and o.request is not null
      and c.control_mode in ('active', 'read-only')
    order by o.created_at, o.operation_ref
    limit 1
    for update of o skip locked
    for share of c skip locked`;
  return row ?? null;
}

/** Says to the database that the transaction goes on. */
export async function stillAt(sql: Sql): Promise<void> {
  await sql`select 1`;
}

/** Gives a pending operation its next state. False when it has left the states that allow this. */
export async function settleOperation(
  sql: Sql,
  operation_ref: string,
  to: { from: OperationState[]; state: OperationState; result?: Json; problem?: Json },
): Promise<boolean> {
  const rows = await sql`
    update operations
       set state = ${to.state},
           result = ${to.result === undefined ? null : sql.json(to.result)},
           problem = ${to.problem === undefined ? null : sql.json(to.problem)},
           updated_at = now_ms()
     where operations.operation_ref = ${operation_ref} and operations.state = any(${to.from})
    returning operation_ref`;
  return rows.length === 1;
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

export type BaseVersionRow = SourceColumns & {
  title: string;
  description: string;
  content_sha256: Buffer;
  files: FileRow[];
  applicability: ApplicabilityEntry[];
  public_references: string[];
  questions: string[];
};

/** The version of this skill that an update is compared with, withdrawn or not. */
export async function baseVersion(sql: Sql, skill_id: string, version_id: string): Promise<BaseVersionRow | null> {
  const [row] = await sql<BaseVersionRow[]>`
    select v.title, v.description, v.content_sha256, v.applicability, v.public_references, v.questions,
           v.source_repository, v.source_commit, v.source_license, v.source_author, ${filesColumn(sql, sql`v.version_id`)}
    from skill_versions v
    where v.skill_id = ${skill_id} and v.version_id = ${version_id}`;
  return row ?? null;
}

export type SkillSelectionRow = {
  skill_id: string;
  slug: string;
  author_connection_id: string | null;
  selected_version_id: string | null;
  selection_revision: string;
};

/** A skill's author and selection; null when there is none. */
export async function skillSelection(sql: Sql, skill_id: string): Promise<SkillSelectionRow | null> {
  const [row] = await sql<SkillSelectionRow[]>`
    select s.skill_id, s.slug, s.author_connection_id, s.selected_version_id, s.selection_revision
    from skills s
    where s.skill_id = ${skill_id}`;
  return row ?? null;
}

/** The same with the row locked until the transaction ends. */
export async function lockSkillSelection(sql: Sql, skill_id: string): Promise<SkillSelectionRow | null> {
  const [row] = await sql<SkillSelectionRow[]>`
    select s.skill_id, s.slug, s.author_connection_id, s.selected_version_id, s.selection_revision
    from skills s
    where s.skill_id = ${skill_id}
    for update`;
  return row ?? null;
}

export type SourceStateRow = { thread_id: string; last_sequence: string; known_message_ids: string[] };

/** The readable ones of these threads, with their latest sequence and their visible ones of the given messages. */
export async function sourceStates(sql: Sql, thread_ids: string[], message_ids: string[]): Promise<SourceStateRow[]> {
  if (thread_ids.length === 0) return [];
  return sql<SourceStateRow[]>`
    select t.thread_id, t.last_sequence,
           (select coalesce(array_agg(m.message_id), '{}')
            from visible_messages m
            where m.thread_id = t.thread_id and m.message_id = any(${message_ids})) as known_message_ids
    from visible_threads t
    where t.thread_id = any(${thread_ids})`;
}

export type ReviewedOperationRow = OperationRow & {
  connection_id: string;
  author: string;
  request: unknown;
};

/** A submission with its content, its row locked until the transaction ends. Lock its connection first. */
export async function lockSubmission(sql: Sql, operation_ref: string): Promise<ReviewedOperationRow | null> {
  const [row] = await sql<ReviewedOperationRow[]>`
    select o.operation_ref, o.kind, o.state, o.result, o.problem, o.created_at, o.updated_at, o.connection_id, o.request,
           c.name as author
    from operations o
    join connections c on c.connection_id = o.connection_id
    where o.operation_ref = ${operation_ref} and o.kind = 'skill_submission'
    for update of o`;
  return row ?? null;
}

/** The connection of this operation. */
export async function ownerOfOperation(sql: Sql, operation_ref: string): Promise<string | null> {
  const [row] = await sql<{ connection_id: string }[]>`
    select o.connection_id
    from operations o
    where o.operation_ref = ${operation_ref}`;
  return row?.connection_id ?? null;
}
