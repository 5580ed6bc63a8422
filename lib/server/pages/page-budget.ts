import type { ServerResponse } from "node:http";
import { Problem } from "@/lib/platform/errors";
import { refuseWhenSpent, spendRate } from "@/lib/server/http/rate-limit";
import { findPage } from "@/lib/server/pages";

/**
 * Throws `rate_limited` when a request is for a page, or its markdown, that would search and the client's reads are used up: rendering a page only to
 * say so costs as much as any page. Counts nothing. A page that is asked for by another form of its address refuses by itself.
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
 * Counts one read of a client for a page or document that searches: the same window as for the API. The headers that tell what is
 * left go on the answer, also when it is a refusal. Throws `rate_limited`.
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
