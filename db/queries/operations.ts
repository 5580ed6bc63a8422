import type { Json, Sql } from "@/db/client";
import { type FileRow, filesColumn } from "@/db/queries/files";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type OperationState = "pending" | "in_review" | "succeeded" | "rejected" | "failed" | "cancelled";

export type OperationRow = {
  operation_ref: string;
  kind: "task_start" | "insight" | "skill_submission";
  state: OperationState;
  result: Record<string, unknown> | null;
  problem: (Record<string, unknown> & { code: string }) | null;
  created_at: Date;
  updated_at: Date;
};

type NewOperation = {
  operation_ref: string;
  connection_id: string;
  kind: OperationRow["kind"];
  state: OperationState;
  request?: Json;
  result?: Json;
};

/** Stores a new operation. */
export async function insertOperation(sql: Sql, operation: NewOperation): Promise<OperationRow> {
  const [row] = await sql<OperationRow[]>`
    insert into operations (operation_ref, connection_id, kind, state, request, result)
    values (${operation.operation_ref}, ${operation.connection_id}, ${operation.kind}, ${operation.state},
            ${operation.request === undefined ? null : sql.json(operation.request)},
            ${operation.result === undefined ? null : sql.json(operation.result)})
    returning operation_ref, kind, state, result, problem, created_at, updated_at`;
  if (!row) throw new Error("insert into operations returned no row");
  return row;
}

/** The connection's own operations among these references. */
export async function operationsOf(sql: Sql, connection_id: string, refs: string[]): Promise<OperationRow[]> {
  if (refs.length === 0) return [];
  return sql<OperationRow[]>`
    select o.operation_ref, o.kind, o.state, o.result, o.problem, o.created_at, o.updated_at
    from operations o
    where o.connection_id = ${connection_id} and o.operation_ref = any(${refs})`;
}

/** A connection's pending operations, oldest first. */
export async function waitingOperations(sql: Sql, connection_id: string, limit: number): Promise<OperationRow[]> {
  return sql<OperationRow[]>`
    select o.operation_ref, o.kind, o.state, o.result, o.problem, o.created_at, o.updated_at
    from operations o
    where o.connection_id = ${connection_id} and o.state in ('pending', 'in_review')
    order by o.created_at, o.operation_ref
    limit ${limit}`;
}

/**
 * Cancels pending operations of a connection and returns them. `refs` null means all of them. It waits for one that a
 * worker holds, which then counts as finished.
 */
export async function cancelOperations(sql: Sql, connection_id: string, refs: string[] | null): Promise<string[]> {
  const rows = await sql<{ operation_ref: string }[]>`
    update operations
       set state = 'cancelled', updated_at = now_ms()
     where operations.connection_id = ${connection_id}
       and ${refs === null ? sql`true` : sql`operations.operation_ref = any(${refs})`}
       and operations.state in ('pending', 'in_review')
    returning operation_ref`;
  return rows.map((row) => row.operation_ref);
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

type SourceStateRow = { thread_id: string; last_sequence: string; known_message_ids: string[] };

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
