import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { noteShed, requestTotals } from "@/lib/platform/process-state";
import { singleton } from "@/lib/platform/singleton";

/** Maximum concurrent requests in the process, across all clients. */
const RUNNING_MAX = 200;
/** Maximum open streams per client. */
const STREAMS_MAX = 8;
/** Maximum time a request waits for the client's other requests, and maximum waiting requests per client. */
const WAIT_MS_MAX = 10_000;
const WAITING_MAX = 500;

/**
 * How long abandoned work still counts after its client disconnects. By then it is done or is waiting for that client.
 */
const ABANDONED_MS_MAX = 3_000;

/** One client's current load, dropped when its last visit ends. */
type Client = { visits: number; open: number; running: number; streams: number; waiting: Set<() => void> };

/** The counts of one request. Each is taken once and released once, however the request ends. */
export type Visit = {
  /**
   * Resolves when the server may process the request; call it once the body is read. Waits while the client's share is
   * in use. Throws `unavailable` when the server is overloaded, `rate_limited` after 10 s of waiting, and
   * `request_timeout` when the request is already over.
   */
  begin(): Promise<void>;
  /** Counts work that has already started. */
  count(): void;
  /**
   * Marks the answer as an idle stream, which does not count as work. Returns false when the client has too many
   * streams.
   */
  stream(): boolean;
  /** Releases the work slot: the answer is ready or was abandoned. */
  leave(): void;
  /** The request is over. Unfinished work of a disconnected client counts until `leave`, for at most 3 s. */
  end(): void;
};

const everyClient = () => singleton("admitted-clients", () => new Map<string, Client>());

/**
 * Counts a request under the client's key (`clientKey`). Throws `rate_limited` when the request has a body and too many
 * requests of the client are still waiting for theirs. Throws `unavailable` when the server is overloaded.
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

/**
 * A class instead of closures: one is created per request, and ten closures per request cost a tenth of the shortest
 * answers.
 */
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
    // Deferred, because other waiting requests may end in the same tick.
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

  /** First in, first out. The slot is taken before the next request is checked. */
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

/** Maximum concurrent requests per client. */
function share(): number {
  return isLimited() ? env().RUNNING_REQUESTS_PER_ADDRESS : Number.POSITIVE_INFINITY;
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function refuseWhenFull(): void {
  if (requestTotals().running < RUNNING_MAX) return;
  noteShed();
  throw new Problem("unavailable", { detail: "The server has too much to do.", retryAfterSeconds: 1 });
}

/** The refusal of what a client has too many of at once. */
export function tooMany(detail: string): Problem {
  return new Problem("rate_limited", { detail, retryAfterSeconds: 1 });
}
