import type { Answer } from "@/lib/server/http/problem-answer";

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
