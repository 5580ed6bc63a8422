import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import type { Bound } from "@/lib/server/endpoints";
import type { Answer } from "@/lib/server/http/answer";
import { type ApiRequest, answerApi } from "@/lib/server/http/core";
import { clientAddress } from "@/lib/server/http/rate-limit";
import { fromFront } from "@/lib/server/pages/page-exchange";

type Handler = (request: Request) => Promise<Response>;

/**
 * Exposes the endpoints of one path as Next route handlers, so that Cairn runs on any Next host. Every method goes to
 * the core, which also answers unsupported methods. Without endpoints this is the handler for unknown API paths.
 */
export function routes(
  ...bound: Bound[]
): Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", Handler> {
  const paths = new Set(bound.map(({ contract }) => contract.path));
  if (paths.size > 1) throw new Error(`One route file mounts endpoints of several paths: ${[...paths].join(", ")}`);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

async function handle(request: Request): Promise<Response> {
  return toResponse(await answerApi(toApiRequest(request)));
}

/** Converts a finished answer to the one that a Next route handler returns. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** Converts a request to a Next route handler into the form that the core and MCP use. */
export function toApiRequest(request: Request): ApiRequest {
  const url = new URL(request.url);
  const front = fromFront();
  return {
    method: request.method,
    target: front?.target ?? url.pathname + url.search,
    header: (name) => request.headers.get(name) ?? undefined,
    address:
      front?.address ??
      clientAddress(undefined, request.headers.get("x-forwarded-for") ?? undefined, env().TRUSTED_PROXIES),
    body: (bytesMax) => readStream(request, bytesMax),
  };
}

async function readStream(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(gone);
    if (!part || part.done) return Buffer.concat(chunks);
    bytes += part.value.length;
    if (bytes > bytesMax) {
      await reader?.cancel();
      throw new Problem("body_too_large", { detail: `The body may have ${bytesMax} bytes.` });
    }
    chunks.push(part.value);
  }
}

/** The client disconnected mid-body. The answer will not be read, and this is not a server error. */
function gone(): never {
  throw new Problem("request_timeout");
}
