import { connect } from "node:net";

export type Measured = {
  requests: number;
  per_second: number;
  /** Milliseconds from the first byte sent to the last byte received. */
  p50_ms: number;
  p99_ms: number;
  /** The number of responses per status. */
  statuses: Record<string, number>;
};

export type Target = { host: string; port: number };

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
 * Sends requests as fast as responses arrive, on keep-alive connections, for `ms`. It writes bytes and only counts the
 * responses: on a machine with two cores an ordinary client would take as much time as the server and hide the
 * difference.
 */
export async function load(target: Target, connections: number, ms: number, next: () => Buffer): Promise<Measured> {
  const took: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const until = started + ms;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(target.port, target.host).setNoDelay(true);
      let received: Buffer = Buffer.alloc(0);
      let sentAt = 0;
      const send = () => {
        if (performance.now() >= until) {
          socket.end();
          resolve();
          return;
        }
        sentAt = performance.now();
        socket.write(next());
      };
      socket.once("connect", send);
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("The server closed a kept connection.")));
      socket.on("data", (bytes) => {
        received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
        const status = wholeAnswer(received);
        if (status === null) return;
        took.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
        received = Buffer.alloc(0);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1_000;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { requests: took.length, per_second: took.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99), statuses };
}

/** The status once the response is complete; null before. One response at a time, without pipelining. */
function wholeAnswer(received: Buffer): string | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString("latin1", 0, end).toLowerCase();
  const status = head.slice(9, 12);
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return received.length >= end + 4 + Number(length) ? status : null;
  if (!head.includes("\r\ntransfer-encoding: chunked")) return status;
  return received.subarray(-CHUNKS_END.length).equals(CHUNKS_END) ? status : null;
}
