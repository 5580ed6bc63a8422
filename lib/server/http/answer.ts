import type { IncomingMessage } from "node:http";
import type { ProblemCode } from "@/lib/contract/problems";
import { problemBody } from "@/lib/domain/present/operation";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { idleRateHeaders } from "@/lib/server/http/rate-limit";

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

const EXPOSED =
  "X-Request-Id, RateLimit-Policy, RateLimit, Retry-After, ETag, Idempotency-Replayed, Idempotency-Key-Warning, WWW-Authenticate, Allow, Location";
const ALLOWED = "Authorization, Content-Type, Idempotency-Key, X-Service-Append-Key, If-None-Match";

/** Any origin is allowed, without credentials: nothing here depends on cookies. */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
};

/** Answers OPTIONS, preflight or not. */
export function preflight(allow: string[]): Answer {
  return {
    status: 204,
    headers: {
      allow: allow.join(", "),
      "access-control-allow-methods": allow.join(", "),
      "access-control-allow-headers": ALLOWED,
      "access-control-max-age": "86400",
      "cache-control": "no-store",
    },
    body: null,
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers `OPTIONS *`. Rejects requests that neither Next nor the endpoint table should see: methods such as TRACE
 * (`method_not_allowed`), and a missing Host, request targets in absolute or asterisk form, and broken escapes
 * (`malformed_request`). Returns null for an ordinary request.
 */
export function answerAtEdge(request: IncomingMessage): Answer | null {
  const method = request.method ?? "";
  const target = request.url ?? "";
  if (target === "*" && method === "OPTIONS") return withUsualHeaders(preflight(METHODS));
  if (!METHODS.includes(method)) throw methodNotAllowed(METHODS, `${method.slice(0, 20)} is not served here.`);
  if (request.headers.host === undefined && request.httpVersionMinor > 0)
    throw new Problem("malformed_request", { detail: "The Host header is missing." });
  if (!target.startsWith("/")) throw new Problem("malformed_request", { detail: "The request target must be a path." });
  requireEscapes(target);
  return null;
}

/** The answer to a request that reaches no endpoint, with the standard headers. */
export function refuse(error: unknown): Answer {
  const request_id = newId("req");
  return withUsualHeaders(problemAnswer(error, request_id), request_id);
}

/** An answer with the headers that all answers of the API have. */
export function withUsualHeaders(answer: Answer, request_id = newId("req")): Answer {
  return {
    ...answer,
    headers: {
      "x-request-id": request_id,
      "x-content-type-options": "nosniff",
      ...corsHeaders,
      ...idleRateHeaders("read"),
      ...answer.headers,
    },
  };
}

/** Throws `malformed_request` for a part of a URL whose escapes are not UTF-8. */
export function requireEscapes(text: string): void {
  try {
    if (text.includes("%")) decodeURIComponent(text);
  } catch {
    throw new Problem("malformed_request", { detail: "An escape such as %E0%A4%A in the URL is not valid UTF-8." });
  }
}

/** The refusal of a method, which names those that are served. */
export function methodNotAllowed(served: string[], detail = `Use ${served.join(", ")}.`): Problem {
  return new Problem("method_not_allowed", { detail, headers: { allow: served.join(", ") } });
}

/** Whether a path or request target belongs to the API, even if no endpoint exists there. */
export function isApiPath(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path);
}
