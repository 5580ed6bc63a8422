import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import type { Problem } from "@/lib/errors";
import { once } from "@/lib/process";

type Wanted = { status: number; retryAfterSeconds: number | undefined };

/** Placeholders on a refusal page for the time to wait and the address to retry; replaced when it is sent. */
export const REFUSAL_MARKS = { wait: "[time to wait]", retry: "/[address-to-try-again]" };

/** `canRetry`: the same request may succeed later. */
type Refused = { problem: Problem; canRetry: boolean };

/** Request data that our server passes to the page. */
type Told = { refused?: Refused; spend?: () => void };

type Shown = { wanted: Wanted | null; told: Told };

const answers = () => once("page-status", () => new AsyncLocalStorage<Shown>());

/**
 * Gives the page being rendered an HTTP status that Next cannot set (410, 503, 429). Without our server in front of
 * Next it has no effect and the page is sent as 200.
 */
export function setPageStatus(status: number, retryAfterSeconds?: number): void {
  const answer = answers().getStore();
  if (answer) answer.wanted = { status, retryAfterSeconds };
}

/** The refusal that the page explains; null where there was none. */
export function refusedBefore(): Refused | null {
  return answers().getStore()?.told.refused ?? null;
}

/**
 * Counts the page's search against the visitor's read limit and puts the remaining count on the answer. Throws
 * `rate_limited`. Call it once, before searching; without our server in front of Next nothing is counted.
 */
export function spendSearch(): void {
  answers().getStore()?.told.spend?.();
}

/**
 * Runs Next's handler so that `setPageStatus` applies to `response`. `refused` reaches the page that explains it, and
 * `spend` the pages that search.
 */
export function withPageStatus<T>(response: ServerResponse, handle: () => Promise<T>, told: Told = {}): Promise<T> {
  const answer: Shown = { wanted: null, told };
  const writeHead = response.writeHead;
  const value = (status: number, ...rest: unknown[]) => {
    if (status !== 200 || !answer.wanted) return Reflect.apply(writeHead, response, [status, ...rest]);
    if (answer.wanted.retryAfterSeconds) response.setHeader("retry-after", String(answer.wanted.retryAfterSeconds));
    return Reflect.apply(writeHead, response, [
      answer.wanted.status,
      ...rest.filter((each) => typeof each !== "string"),
    ]);
  };
  Object.defineProperty(response, "writeHead", { value, writable: true, configurable: true });
  return answers().run(answer, handle);
}
