import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Measured = {
  requests: number;
  per_second: number;
  /** Milliseconds from the first byte sent (when paced: from the time it was due) to the last byte received. */
  p50_ms: number;
  p99_ms: number;
  /** Bytes of an average response, with its head. */
  bytes: number;
  /** The number of responses per status. */
  statuses: Record<string, number>;
};

export type Target = { host: string; port: number };

export type Work = {
  /** Keep-alive connections, each with one request at a time. */
  clients: number;
  ms: number;
  /** Requests a second of all clients together. Without it each client asks again when it has its answer. */
  perSecond?: number | undefined;
  /** Run around each request, outside the measured time. */
  before?: (() => Promise<void>) | undefined;
  after?: (() => void) | undefined;
};

const HEAD_END = Buffer.from("\r\n\r\n");
const CHUNKS_END = Buffer.from("0\r\n\r\n");

/** One HTTP/1.1 request as bytes, for a keep-alive connection. */
export function requestBytes(method: string, path: string, headers: Record<string, string> = {}, body = ""): Buffer {
  const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: "127.0.0.1", ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Sends requests on keep-alive connections for `ms`. It writes bytes and only counts the responses: on a machine with
 * two cores an ordinary client would take as much time as the server and hide the difference.
 */
export async function load(target: Target, work: Work, next: () => Buffer): Promise<Measured> {
  const took: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  const started = performance.now();
  const until = started + work.ms;
  const pause = work.perSecond ? 1_000 / work.perSecond : 0;
  const one = async (place: number) => {
    const connection = await open(target);
    for (let due = started + place * pause; ; due += work.clients * pause) {
      if (pause > 0 && due >= until) break;
      if (pause > 0 && due > performance.now()) await sleep(due - performance.now());
      if (performance.now() >= until) break;
      await work.before?.();
      const from = pause > 0 ? due : performance.now();
      const response = await connection.ask(next());
      took.push(performance.now() - from);
      work.after?.();
      bytes += response.bytes;
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: work.clients }, (_, place) => one(place)));
  const seconds = (performance.now() - started) / 1_000;
  const requests = took.length;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(requests - 1, Math.floor(requests * share))] ?? 0;
  const per_second = requests / seconds;
  return { requests, per_second, p50_ms: at(0.5), p99_ms: at(0.99), bytes: Math.round(bytes / requests), statuses };
}

type Answered = { status: string; bytes: number };

/** A keep-alive connection for one request at a time. */
export async function open({ host, port }: Target): Promise<{ ask(bytes: Buffer): Promise<Answered>; close(): void }> {
  const socket = connect(port, host).setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let waiting: { resolve: (answered: Answered) => void; reject: (error: Error) => void } | null = null;
  let received: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("error", fail).once("close", () => fail(new Error("The server closed a kept connection.")));
  socket.on("data", (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const status = wholeAnswer(received);
    if (status === null) return;
    const answered = { status, bytes: received.length };
    received = Buffer.alloc(0);
    const { resolve } = waiting ?? {};
    waiting = null;
    resolve?.(answered);
  });
  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.end(),
  };
}

/** The status once the response is complete; null before. One response at a time, without pipelining. */
function wholeAnswer(received: Buffer): string | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString("latin1", 0, end).toLowerCase();
  const status = head.slice(9, 12);
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return status === "304" || received.length >= end + 4 + Number(length) ? status : null;
  if (!head.includes("\r\ntransfer-encoding: chunked")) return status;
  return received.subarray(-CHUNKS_END.length).equals(CHUNKS_END) ? status : null;
}
