import type { LRUCache } from "lru-cache";
import type { Context } from "@/lib/domain/context";
import { cache } from "@/lib/platform/lru";
import { sha256 } from "@/lib/platform/secret";
import type { Bound } from "@/lib/server/endpoints";
import type { ApiRequest } from "@/lib/server/http/core";
import type { Answer } from "@/lib/server/http/problem-answer";

/** The validated input of a call, and what the endpoint's `authorize` returned. */
type Given = { input: unknown; authorized: unknown };

/** Runs an endpoint's verb and builds the answer: JSON, or 304 when the client already has it. */
export async function answerWith(bound: Bound, ctx: Context, given: Given, request: ApiRequest): Promise<Answer> {
  const { input, authorized } = given;
  // A list of the caller's own is not the same for every caller.
  if (bound.contract.shared && Object(input).mine !== true) return sharedAnswer(bound, ctx, given, request);
  const text = await bound.text?.(ctx, input);
  if (text != null) return ok(bound, text, { "cache-control": "no-store" });
  const { answer, replayed } = await bound.run(ctx, input, authorized);
  const headers = { "cache-control": "no-store", ...(replayed ? { "idempotency-replayed": "true" } : {}) };
  return ok(bound, JSON.stringify(answer), headers);
}

/** Answers that are the same for every caller have an ETag. When the ETag is cheap to compute, it is checked first. */
async function sharedAnswer(bound: Bound, ctx: Context, given: Given, request: ApiRequest): Promise<Answer> {
  const { input, authorized } = given;
  const wanted = request.header("if-none-match");
  const kept = bound.etag && bodies().get(request.target);
  const current = wanted || kept ? await bound.etag?.(ctx, input) : undefined;
  if (current && matches(wanted, current)) return notModified(current);
  if (kept && kept.etag === current) return ok(bound, kept.body, { "cache-control": "no-cache", etag: kept.etag });
  const made = await bound.run(ctx, input, authorized);
  const body = JSON.stringify(made.answer);
  const etag = made.etag ?? `"${sha256(body).toString("base64url")}"`;
  if (bound.etag) bodies().set(request.target, { etag, body });
  return matches(wanted, etag) ? notModified(etag) : ok(bound, body, { "cache-control": "no-cache", etag });
}

function ok({ contract }: Bound, body: string, headers: Record<string, string>): Answer {
  const status = contract.status ?? 200;
  return { status, headers: { ...headers, "content-type": "application/json; charset=utf-8" }, body };
}

function notModified(etag: string): Answer {
  return { status: 304, headers: { etag, "cache-control": "no-cache" }, body: null };
}

/** If-None-Match uses weak comparison: it ignores a `W/` prefix, which a compressing proxy may have added. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(",").some((item) => item.trim() === "*" || item.trim().replace(/^W\//, "") === etag);
}

type KeptBody = { etag: string; body: string };

const BODIES_BYTES_MAX = 16_000_000;

/**
 * The latest bodies of endpoints that can compute their ETag without building the answer, by request target. A cached
 * body is sent only when the database has just returned its ETag for this request, so content hidden since is never
 * sent.
 */
function bodies(): LRUCache<string, KeptBody> {
  return cache<KeptBody>("reply-bodies", BODIES_BYTES_MAX);
}
