import type { Json } from "@/db/client";
import type { OperationRow } from "@/db/queries/operations";
import type { Operation } from "@/lib/contract/knowledge/resources";
import { problems } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import type { Problem } from "@/lib/platform/errors";

/** An operation in the form of the knowledge interface. Its kind says the shape of its result, as its writer stored it. */
export function presentOperation(row: OperationRow): Operation {
  return {
    operation_ref: row.operation_ref,
    kind: row.kind,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.result ? { result: row.result } : {}),
    ...(row.problem ? { problem: row.problem } : {}),
  } as Operation;
}

/** The RFC 9457 body of a problem, for an answer or a rejected operation. */
export function problemBody(problem: Problem, request_id: string) {
  const [status, title, next_step] = problems[problem.code];
  const { detail, errors, extra } = problem.options;
  return {
    type: `${env().BASE_URL}/problems/${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: detail ?? title,
    request_id,
    next_step,
    ...(errors ? { errors } : {}),
    ...extra,
  };
}

/** A problem as stored in an operation: an HTTP problem with the id of the request that it answers. */
export function presentProblem(problem: Problem, request_id: string): Json {
  return JSON.parse(JSON.stringify(problemBody(problem, request_id)));
}
