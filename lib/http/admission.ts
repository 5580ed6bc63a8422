import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { once } from "@/lib/process";
import { requestTotals } from "@/lib/request-totals";
import { noteShed } from "@/lib/shedding";

/** Requests that the server works on at once, of all clients together. */
const RUNNING_MAX = 200;
/** Streams that one client keeps open at once. */
const STREAMS_MAX = 8;
/** How long a request waits for others of its client, and how many may wait. */
const WAIT_MS_MAX = 10_000;
const WAITING_MAX = 500;

/** How long work counts whose client has gone: by then it is over, or waits for a client that will not come back. */
const ABANDONED_MS_MAX = 3_000;

/** What one client has in hand: forgotten with its last visit. */
type Client = { visits: number; open: number; running: number; streams: number; waiting: Set<() => void> };

/** The counts of one request. Each is taken once and given back once, whichever way the request ends. */
export type Visit = {
  /**
   * Resolves when the server may work on the request, whose body is in. Waits while its client's share is in use. Throws
   * `unavailable` when the server has too much to do, `rate_limited` after 10 s of waiting, `request_timeout` when it is over.
   */
  begin(): Promise<void>;
  /** Counts work that is already being done. */
  count(): void;
  /** The answer is a stream that waits for something to tell, which is no work. False when the client has too many of them. */
  stream(): boolean;
  /** The answer is made, or nobody works on it any more. */
  leave(): void;
  /** The request is over. Work that still goes on for a client that has gone counts until `leave`, at most 3 s. */
  end(): void;
};

const everyClient = () => once("admitted-clients", () => new Map<string, Client>());

/**
 * Counts a request under the client's key (`clientKey`). Throws `rate_limited` when it announces a body and too many of its
 * client's requests still wait for theirs, and `unavailable` when the server has too much to do.
 */
export function admit(request: IncomingMessage, key: string): Visit {
  refuseWhenFull();
  const totals = requestTotals();
  const clients = everyClient();
  const isLimited = env().RATE_LIMITS === "on";
  const share = isLimited ? env().RUNNING_REQUESTS_PER_ADDRESS : Number.POSITIVE_INFINITY;
  let abandoned: NodeJS.Timeout | undefined;
  const client = clients.get(key) ?? { visits: 0, open: 0, running: 0, streams: 0, waiting: new Set() };
  const state = { open: false, running: false, stream: false, ended: false };
  let stopWaiting = () => {};
  if (hasBody(request)) {
    const max = env().OPEN_REQUESTS_PER_ADDRESS;
    if (isLimited && client.open >= max)
      throw tooMany(`The bodies of ${max} requests from this address are still on their way.`);
    state.open = take("open");
    request.once("end", arrived);
  }
  clients.set(key, client);
  client.visits += 1;

  function take(name: "open" | "running" | "streams"): true {
    client[name] += 1;
    totals[name] += 1;
    return true;
  }

  function give(name: "open" | "running" | "streams"): false {
    client[name] -= 1;
    totals[name] -= 1;
    return false;
  }

  function arrived(): void {
    if (state.open) state.open = give("open");
  }

  function run(): void {
    if (!state.running && !state.ended) state.running = take("running");
  }

  function leave(): void {
    if (!state.running) return;
    clearTimeout(abandoned);
    state.running = give("running");
    // Later: of those who wait some may have gone at the same time.
    setImmediate(callNext);
    if (state.ended) forget();
  }

  function callNext(): void {
    const [next] = client.waiting;
    if (next && client.running < share) next();
  }

  function forget(): void {
    client.visits -= 1;
    if (client.visits === 0) clients.delete(key);
  }

  async function begin(): Promise<void> {
    if (state.ended) throw new Problem("request_timeout");
    arrived();
    if (state.running) return;
    refuseWhenFull();
    if (client.running >= share || client.waiting.size > 0) await wait();
    refuseWhenFull();
    run();
  }

  /** First come, first served. The place is taken before the next one looks. */
  function wait(): Promise<void> {
    const busy = () => tooMany(`${share} requests from this address are being worked on.`);
    if (client.waiting.size >= WAITING_MAX) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(timer);
        if (client.waiting.delete(proceed)) totals.waiting -= 1;
      };
      const proceed = () => {
        leaveLine();
        run();
        resolve();
      };
      const timer = setTimeout(() => {
        leaveLine();
        reject(busy());
      }, WAIT_MS_MAX);
      stopWaiting = () => {
        leaveLine();
        reject(new Problem("request_timeout"));
      };
      client.waiting.add(proceed);
      totals.waiting += 1;
    });
  }

  return {
    begin,
    count() {
      arrived();
      run();
    },
    stream() {
      if (state.ended || (isLimited && client.streams >= STREAMS_MAX)) return false;
      if (!state.stream) state.stream = take("streams");
      leave();
      return true;
    },
    leave,
    end() {
      if (state.ended) return;
      state.ended = true;
      arrived();
      stopWaiting();
      if (state.stream) give("streams");
      if (state.running) abandoned = setTimeout(leave, ABANDONED_MS_MAX);
      else forget();
    },
  };
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function refuseWhenFull(): void {
  if (requestTotals().running < RUNNING_MAX) return;
  noteShed();
  throw new Problem("unavailable", { detail: "The server has too much to do.", retryAfterSeconds: 1 });
}

function tooMany(detail: string): Problem {
  return new Problem("rate_limited", { detail, retryAfterSeconds: 1 });
}
