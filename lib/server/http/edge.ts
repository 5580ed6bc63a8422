import type { IncomingMessage } from "node:http";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { corsHeaders, preflight } from "@/lib/server/http/cors";
import { type Answer, problemAnswer } from "@/lib/server/http/problem-answer";
import { idleRateHeaders } from "@/lib/server/http/rate-limit";

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
  if (!METHODS.includes(method))
    throw new Problem("method_not_allowed", {
      detail: `${method.slice(0, 20)} is not served here.`,
      headers: { allow: METHODS.join(", ") },
    });
  if (request.headers.host === undefined && request.httpVersionMinor > 0)
    throw new Problem("malformed_request", { detail: "The Host header is missing." });
  if (!target.startsWith("/")) throw new Problem("malformed_request", { detail: "The request target must be a path." });
  if (target.includes("%") && !wellEscaped(target))
    throw new Problem("malformed_request", { detail: "An escape such as %E0%A4%A in the URL is not valid UTF-8." });
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

function wellEscaped(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path or request target belongs to the API, even if no endpoint exists there. */
export function isApiPath(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path);
}
