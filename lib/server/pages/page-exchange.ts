import { AsyncLocalStorage } from "node:async_hooks";
import type { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** Placeholders of a refusal page for the time to wait and for the address to try again, replaced when it is sent. */
export const REFUSAL_MARKS = { wait: "[time to wait]", retry: "/[address-to-try-again]" };

/** `canRetry`: the same request may succeed later. */
type Refused = { problem: Problem; canRetry: boolean };

/** What our server and Next tell each other about one request. Without our server in front of Next there is none. */
export type PageExchange = {
  /** The client's address as our server saw it. */
  readonly address: string;
  /** The request target as sent: Next rewrites some of it (escapes, trailing slashes). */
  readonly target: string;
  /** Set for the page about a refused request. */
  readonly refused?: Refused;
  /** Counts a search against the client's reads. Throws `rate_limited`. */
  readonly spend?: () => void;
  /** Set by the page: a status that Next cannot give, and when to retry. */
  wanted?: { status: number; retryAfterSeconds: number | undefined };
};

const exchanges = () => singleton("page-exchange", () => new AsyncLocalStorage<PageExchange>());

/** Runs Next's handler so that pages and route handlers below it find the exchange. */
export function withExchange<T>(exchange: PageExchange, handle: () => Promise<T>): Promise<T> {
  return exchanges().run(exchange, handle);
}

/** The client's address and the target of the current request, from our server; null when it did not come through our server. */
export function fromFront(): Pick<PageExchange, "address" | "target"> | null {
  return exchanges().getStore() ?? null;
}

/**
 * Gives the page that is being rendered an HTTP status that Next cannot give (410, 503, 429). Without our server in front of Next
 * the page goes out as 200.
 */
export function setPageStatus(status: number, retryAfterSeconds?: number): void {
  const exchange = exchanges().getStore();
  if (exchange) exchange.wanted = { status, retryAfterSeconds };
}

/** The refusal that the page is about; null where nothing was refused. */
export function refusedBefore(): Refused | null {
  return exchanges().getStore()?.refused ?? null;
}

/**
 * Counts the search of a page against the reads of its visitor's address, and puts what is left on the answer. Throws
 * `rate_limited`. Call it once, before searching. Without our server in front of Next nothing is counted.
 */
export function spendSearch(): void {
  exchanges().getStore()?.spend?.();
}
