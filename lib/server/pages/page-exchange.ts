import { AsyncLocalStorage } from "node:async_hooks";
import type { OutgoingHttpHeaders } from "node:http";
import type { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** Placeholders of a refusal page for the wait and for the retry address, replaced when the page is sent. */
export const REFUSAL_MARKS = { wait: "[time to wait]", retry: "/[address-to-try-again]" };

/** `canRetry`: the same request may succeed later. */
type Refused = { problem: Problem; canRetry: boolean };

/**
 * Data that our server and Next share about one request. It is absent when our server does not run in front of Next.
 */
export type PageExchange = {
  /** The client's address as our server saw it. */
  readonly address: string;
  /** The request target as sent. Next rewrites some of it (escapes, trailing slashes). */
  readonly target: string;
  /** Set for the page that explains a refused request. */
  readonly refused?: Refused;
  /** Counts a search against the client's reads. Throws `rate_limited`. */
  readonly spend?: () => void;
  /** The fields of a form that was posted to the page. */
  readonly form?: URLSearchParams;
  /** Set by the page: a status that Next cannot send, when to retry, and further headers. */
  wanted?: { status: number; retryAfterSeconds: number | undefined; headers?: OutgoingHttpHeaders };
};

const exchanges = () => singleton("page-exchange", () => new AsyncLocalStorage<PageExchange>());

/** Runs Next's handler with the exchange available to its pages and route handlers. */
export function withExchange<T>(exchange: PageExchange, handle: () => Promise<T>): Promise<T> {
  return exchanges().run(exchange, handle);
}

/**
 * The client's address and the target of the current request, from our server; null if it did not come through our
 * server.
 */
export function fromFront(): Pick<PageExchange, "address" | "target"> | null {
  return exchanges().getStore() ?? null;
}

/**
 * Sets an HTTP status that Next cannot send (410, 503, 429) for the current page. Without our server in front of Next
 * the page is sent as 200.
 */
export function setPageStatus(status: number, retryAfterSeconds?: number): void {
  const exchange = exchanges().getStore();
  if (exchange) exchange.wanted = { status, retryAfterSeconds };
}

/** The fields of a form that was posted to the current page; null for an ordinary visit. */
export function postedForm(): URLSearchParams | null {
  return exchanges().getStore()?.form ?? null;
}

/** Answers a posted form with a 303 to `location` and these cookies, instead of showing the page. */
export function redirectPosted(location: string, cookies: string[]): void {
  const exchange = exchanges().getStore();
  if (!exchange?.form) throw new Error("Only an answer to a posted form redirects in this way.");
  const headers = { location, "set-cookie": cookies, "cache-control": "no-store" };
  exchange.wanted = { status: 303, retryAfterSeconds: undefined, headers };
}

/** Adds headers to the current page. */
export function setPageHeaders(headers: OutgoingHttpHeaders): void {
  const exchange = exchanges().getStore();
  if (exchange) exchange.wanted = { status: 200, retryAfterSeconds: undefined, headers };
}

/** The refusal that the current page explains; null if none. */
export function refusedBefore(): Refused | null {
  return exchanges().getStore()?.refused ?? null;
}

/**
 * Counts the page's search against the read limit of the visitor's address and adds the rate limit headers to the
 * answer. Throws `rate_limited`. Call it once, before searching. Without our server in front of Next nothing is
 * counted.
 */
export function spendSearch(): void {
  exchanges().getStore()?.spend?.();
}
