import type { ServerResponse } from "node:http";
import { Problem } from "@/lib/platform/errors";
import { refuseWhenSpent, spendRate } from "@/lib/server/http/rate-limit";
import { findPage } from "@/lib/server/pages";

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
