import type { ServerResponse } from "node:http";
import { Problem } from "@/lib/errors";
import { spendRate } from "@/lib/http/rate-limit";

/**
 * Counts one read of a client for a page or document that searches: the same window as for the API. The headers that tell what is
 * left go on the answer, also when it is a refusal. Throws `rate_limited`.
 */
export function spendForPage(response: ServerResponse, client: string): void {
  try {
    setHeaders(response, spendRate("read", client) ?? {});
  } catch (error) {
    if (error instanceof Problem) setHeaders(response, error.options.headers ?? {});
    throw error;
  }
}

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
