import type { Json } from "@/db/json";
import type { Problem } from "@/lib/errors";
import { problemBody } from "@/lib/present/problem";

/** A problem as an operation keeps it: the shape of an HTTP problem, with the id of the request that it answers. */
export function presentProblem(problem: Problem, request_id: string): Json {
  return JSON.parse(JSON.stringify(problemBody(problem, request_id)));
}
