import http from "node:http";
import https from "node:https";
import { makeDeadline, onDeadline } from "@/lib/platform/deadline";
import { outsideRequests } from "@/lib/platform/singleton";

type Post = {
  url: URL;
  agent: http.Agent;
  /** Sent as a bearer token; empty for none. */
  key: string;
  body: string;
  /** Excludes time in which this process stalls: `lib/platform/deadline`. */
  deadlineMs: number;
};

/** Keep-alive connections. */
export function keepAliveAgent(url: URL, maxSockets: number): http.Agent {
  const options = { keepAlive: true, maxSockets };
  return url.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
}

/**
 * The body of a 200; rejects for any other status and after the deadline. Uses node:http instead of fetch: fetch sends
 * head and body of a request separately, and the server's delayed ACK then costs 40 ms on every answer of more than one
 * packet.
 */
export function postJson(post: Post): Promise<string> {
  return outsideRequests(() => send(post));
}

function send({ url, agent, key, body, deadlineMs }: Post): Promise<string> {
  const client = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.request(
      url,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(key && { authorization: `Bearer ${key}` }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () => {
          over();
          if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
          else reject(new Error(`${url.host} answered ${response.statusCode}`));
        });
      },
    );
    const over = onDeadline(makeDeadline(deadlineMs), () =>
      request.destroy(new Error(`${url.host} did not answer within ${Math.round(deadlineMs)} ms`)),
    );
    function fail(error: Error): void {
      over();
      reject(error);
    }
    request.on("error", fail);
    request.end(body);
  });
}

/** Consecutive failures after which calls to the engine pause. */
const FAILURES_MAX = 3;
const OPEN_MS = 1_000;

export type Breaker = {
  /** Whether a call may be made now. While open, one probe a second is allowed. */
  admits(now: number): boolean;
  succeeded(): void;
  failed(now: number): void;
  isOpen(): boolean;
};

/** A breaker: closed until several consecutive failures, then open with one probe a second until one succeeds. */
export function makeBreaker(): Breaker {
  let failures = 0;
  let probeAt = 0;
  return {
    admits(now) {
      if (failures < FAILURES_MAX) return true;
      if (now < probeAt) return false;
      probeAt = now + OPEN_MS;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      probeAt = now + OPEN_MS;
    },
    isOpen: () => failures >= FAILURES_MAX,
  };
}
