import type { ProblemCode } from "@/lib/contract/problems";
import { problemBody } from "@/lib/domain/present/operation";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> | null };

/** Converts any thrown value into an answer. Anything other than a `Problem` is logged and answered as `internal`. */
export function problemAnswer(error: unknown, request_id: string): Answer {
  const problem = toProblem(error, request_id);
  const { headers, retryAfterSeconds } = problem.options;
  return {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(problem.status === 401 ? { "www-authenticate": challenge(problem.code) } : {}),
      ...(retryAfterSeconds
        ? { "retry-after": String(retryAfterSeconds) }
        : problem.status === 503
          ? { "retry-after": "1" }
          : {}),
      ...headers,
    },
    body: JSON.stringify(problemBody(problem, request_id)),
  };
}

/** Converts any thrown value into a problem. Anything other than a `Problem` is logged here and becomes `internal`. */
export function toProblem(error: unknown, request_id: string): Problem {
  if (error instanceof Problem) return error;
  log().error(
    {
      request_id,
      err: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : String(error),
    },
    "unexpected error",
  );
  return new Problem("internal");
}

function challenge(code: ProblemCode): string {
  if (code.startsWith("append_key")) return 'AppendKey realm="thread", header="X-Service-Append-Key"';
  return code === "invalid_token" ? 'Bearer realm="cairn", error="invalid_token"' : 'Bearer realm="cairn"';
}
