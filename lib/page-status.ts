import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import type { Problem } from "@/lib/errors";
import { once } from "@/lib/process";

type Wanted = { status: number; retryAfterSeconds: number | undefined };

/** What stands on a refusal page for the time to wait and for the address to try again, until it is sent. */
export const REFUSAL_MARKS = { wait: "[time to wait]", retry: "/[address-to-try-again]" };

/** `canRetry`: the same request may succeed later. */
type Refused = { problem: Problem; canRetry: boolean };

/** What our server tells the page about its request. */
type Told = { refused?: Refused; spend?: () => void };

type Shown = { wanted: Wanted | null; told: Told };

const answers = () => once("page-status", () => new AsyncLocalStorage<Shown>());

/**
 * Gives the page that is being rendered an HTTP status that Next has no way to say (410, 503, 429). Without our server
 * in front of Next nothing happens, and the page goes out as 200.
 */
export function setPageStatus(status: number, retryAfterSeconds?: number): void {
  const answer = answers().getStore();
  if (answer) answer.wanted = { status, retryAfterSeconds };
}

/** Why requests are refused that the page is about; null where nothing was refused. */
export function refusedBefore(): Refused | null {
  return answers().getStore()?.told.refused ?? null;
}

/**
 * Counts the search that a page makes against the reads of its visitor's address, and puts what is left on the answer. Throws
 * `rate_limited`. Call it once, before searching; without our server in front of Next nothing is counted.
 */
export function spendSearch(): void {
  answers().getStore()?.told.spend?.();
}

/**
 * Runs Next's handler so that `setPageStatus` reaches `response`; `refused` reaches the page that tells of it, and `spend` the
 * pages that search.
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
