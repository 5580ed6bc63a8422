import type { Json } from "@/db/client";
import { problemBody } from "@/lib/domain/present/problem";
import type { Problem } from "@/lib/platform/errors";

/** A problem as stored in an operation: an HTTP problem with the id of the request that it answers. */
export function presentProblem(problem: Problem, request_id: string): Json {
  return JSON.parse(JSON.stringify(problemBody(problem, request_id)));
}
