import type { IncomingMessage, ServerResponse } from "node:http";
import { LONG_BODY_BYTES_MAX } from "@/lib/contract/primitives";
import { Problem } from "@/lib/platform/errors";
import { type FoundDocument, findDocument } from "@/lib/server/formats/documents";
import { type Answer, methodNotAllowed } from "@/lib/server/http/answer";
import { refuseWhenSpent, spendRate } from "@/lib/server/http/rate-limit";
import { readBody } from "@/lib/server/http/request-body";
import { isForeignForm } from "@/lib/server/http/security";
import { findAlternatePath, findPage } from "@/lib/server/pages";
import { prefersMarkdown } from "@/lib/server/pages/negotiate";
import { header } from "@/lib/server/pages/next";

/**
 * Answers OPTIONS; null for a method that the page or file supports. Throws `method_not_allowed` for others, because
 * Next would serve a page for any method. `path` must not be an API path.
 */
export function answerMethod({ method = "" }: IncomingMessage, path: string): Answer | null {
  const page = findPage(path)?.page;
  const reads = page?.form ? [] : ["GET", "HEAD"];
  const allow = [...reads, ...(page?.form || page?.posts ? ["POST"] : []), "OPTIONS"];
  // No CORS headers: the forms are not for other sites, and their reads need no preflight.
  if (method === "OPTIONS") return { status: 204, headers: { allow: allow.join(", ") }, body: null };
  if (allow.includes(method)) return null;
  throw methodNotAllowed(allow);
}

/**
 * Throws `rate_limited` when a request would search, as a page or its markdown, and the client's reads are used up.
 * Rendering a page just to refuse costs as much as any other page. Counts nothing. Pages requested by another form of
 * their address check this themselves.
 */
export function refuseWhenReadsAreSpent(response: ServerResponse, target: string, client: string): void {
  const [path = "", query = ""] = target.split("?", 2);
  if (query === "" || !findPage(path.replace(/\.md$/, ""))?.page.searches) return;
  withHeaders(response, () => {
    refuseWhenSpent("read", client);
    return {};
  });
}

/**
 * Counts one read for a page or document that searches, in the same window as the API. The rate limit headers go on the
 * answer, even if it is a refusal. Throws `rate_limited`.
 */
export function spendForPage(response: ServerResponse, client: string): void {
  withHeaders(response, () => spendRate("read", client) ?? {});
}

function withHeaders(response: ServerResponse, spend: () => Record<string, string>): void {
  try {
    setHeaders(response, spend());
  } catch (error) {
    if (error instanceof Problem) setHeaders(response, error.options.headers ?? {});
    throw error;
  }
}

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * The document for a GET or HEAD request: the one at its address or, at a page's address, the page's markdown if the
 * client prefers it (`negotiated`). Null for everything else.
 */
export function documentFor(
  { method, headers }: IncomingMessage,
  path: string,
): { make: FoundDocument; negotiated: boolean } | null {
  if ((method !== "GET" && method !== "HEAD") || path.startsWith("/_next/")) return null;
  const alternate = findAlternatePath(path);
  const negotiated = alternate !== null && prefersMarkdown(headers.accept);
  const make = findDocument(negotiated ? alternate : path);
  return make && { make, negotiated };
}

/**
 * Reads the fields of a form that was posted to a page which answers it itself, and turns the request into the GET that
 * Next renders. Throws `not_found` for another site's form, and `body_too_large`.
 */
export async function takePostedForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (isForeignForm((name) => header(request, name) ?? null))
    throw new Problem("not_found", { detail: "This form can only be sent from its own page." });
  const isForm = header(request, "content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  const text = Buffer.from(await readBody(request, LONG_BODY_BYTES_MAX)).toString("utf8");
  request.method = "GET";
  for (const name of ["content-length", "content-type", "transfer-encoding"]) delete request.headers[name];
  return new URLSearchParams(isForm ? text : "");
}
