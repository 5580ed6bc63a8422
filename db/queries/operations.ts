import type { Json, Sql } from "@/db/client";

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
