import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { requestTotals } from "@/lib/platform/request-totals";
import { noteShed } from "@/lib/platform/shedding";
import { singleton } from "@/lib/platform/singleton";

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

const everyClient = () => singleton("admitted-clients", () => new Map<string, Client>());

/**
 * Counts a request under the client's key (`clientKey`). Throws `rate_limited` when it announces a body and too many of its
 * client's requests still wait for theirs, and `unavailable` when the server has too much to do.
 */
export function admit(request: IncomingMessage, key: string): Visit {
  refuseWhenFull();
  const client = everyClient().get(key) ?? { visits: 0, open: 0, running: 0, streams: 0, waiting: new Set() };
  const visit = new AdmittedVisit(key, client);
  if (hasBody(request)) {
    visit.expectBody();
    request.once("end", () => visit.bodyArrived());
  }
  everyClient().set(key, client);
  client.visits += 1;
  return visit;
}

/** A class, not closures: one is made for each request, and ten named functions a request cost a tenth of the shortest answers. */
class AdmittedVisit implements Visit {
  private isOpen = false;
  private isRunning = false;
  private isStream = false;
  private hasEnded = false;
  private abandoned: NodeJS.Timeout | undefined;
  private stopWaiting: (() => void) | undefined;

  constructor(
    private readonly key: string,
    private readonly client: Client,
  ) {}

  expectBody(): void {
    const max = env().OPEN_REQUESTS_PER_ADDRESS;
    if (isLimited() && this.client.open >= max)
      throw tooMany(`The bodies of ${max} requests from this address are still on their way.`);
    this.isOpen = true;
    this.change("open", 1);
  }

  bodyArrived(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.change("open", -1);
  }

  async begin(): Promise<void> {
    if (this.hasEnded) throw new Problem("request_timeout");
    this.bodyArrived();
    if (this.isRunning) return;
    refuseWhenFull();
    if (this.client.running >= share() || this.client.waiting.size > 0) await this.wait();
    refuseWhenFull();
    this.run();
  }

  count(): void {
    this.bodyArrived();
    this.run();
  }

  stream(): boolean {
    if (this.hasEnded || (isLimited() && this.client.streams >= STREAMS_MAX)) return false;
    if (!this.isStream) {
      this.isStream = true;
      this.change("streams", 1);
    }
    this.leave();
    return true;
  }

  leave(): void {
    if (!this.isRunning) return;
    clearTimeout(this.abandoned);
    this.isRunning = false;
    this.change("running", -1);
    // Later: of those who wait some may have gone at the same time.
    if (this.client.waiting.size > 0) setImmediate(() => callNext(this.client));
    if (this.hasEnded) this.forget();
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.bodyArrived();
    this.stopWaiting?.();
    if (this.isStream) this.change("streams", -1);
    if (this.isRunning) this.abandoned = setTimeout(() => this.leave(), ABANDONED_MS_MAX);
    else this.forget();
  }

  private change(name: "open" | "running" | "streams", by: 1 | -1): void {
    this.client[name] += by;
    requestTotals()[name] += by;
  }

  private run(): void {
    if (this.isRunning || this.hasEnded) return;
    this.isRunning = true;
    this.change("running", 1);
  }

  private forget(): void {
    this.client.visits -= 1;
    if (this.client.visits === 0) everyClient().delete(this.key);
  }

  /** First come, first served. The place is taken before the next one looks. */
  private wait(): Promise<void> {
    const { client } = this;
    const busy = () => tooMany(`${share()} requests from this address are being worked on.`);
    if (client.waiting.size >= WAITING_MAX) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(timer);
        if (client.waiting.delete(proceed)) requestTotals().waiting -= 1;
      };
      const proceed = () => {
        leaveLine();
        this.run();
        resolve();
      };
      const timer = setTimeout(() => {
        leaveLine();
        reject(busy());
      }, WAIT_MS_MAX);
      this.stopWaiting = () => {
        leaveLine();
        reject(new Problem("request_timeout"));
      };
      client.waiting.add(proceed);
      requestTotals().waiting += 1;
    });
  }
}

function callNext(client: Client): void {
  const [next] = client.waiting;
  if (next && client.running < share()) next();
}

function isLimited(): boolean {
  return env().RATE_LIMITS === "on";
}

/** How many requests of one client are worked on at once. */
function share(): number {
  return isLimited() ? env().RUNNING_REQUESTS_PER_ADDRESS : Number.POSITIVE_INFINITY;
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
