import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { question } from "@/e2e/support/fixtures";
import { search } from "@/lib/contract/public/search";

/** The server under attack, and the random generator. */
export type Target = { port: number; random: () => number };

/** One kind of abuse. `attack` resolves when it is done; its result is printed. */
export type Shape = { name: string; attack(target: Target): Promise<string | undefined> };

const ATTACKER = "127.0.0.1";
const OPENING_AT_ONCE = 200;
const CONNECT_MS_MAX = 5_000;

/** A connection from `from`. Resolves when it is open or already broken, because errors are expected. */
export function open({ port }: Target, from = ATTACKER): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: from, allowHalfOpen: true }, () => resolve(socket));
    socket.setNoDelay(true);
    socket.on("error", () => resolve(socket));
    setTimeout(() => resolve(socket), CONNECT_MS_MAX).unref();
  });
}

/** Many connections, a few at a time so that the listen backlog is not the limit. */
export async function openMany(
  target: Target,
  count: number,
  bytes: string | Buffer = "",
  from = ATTACKER,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(OPENING_AT_ONCE, count - sockets.length);
    const opened = await Promise.all(Array.from({ length: some }, () => open(target, from)));
    for (const socket of opened) send(socket, bytes);
    sockets.push(...opened);
  }
  return sockets;
}

export function send(socket: Socket, bytes: string | Uint8Array): void {
  if (bytes.length > 0 && socket.writable) socket.write(bytes);
}

export function reset(sockets: Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy();
}

/** Ends the sending side and continues to read. */
export function halfClose(sockets: Socket[]): void {
  for (const socket of sockets) socket.end();
}

export { sleep };

/** All data received on a connection until it ends or `ms` have passed. */
export function answerOf(socket: Socket, ms = 2_000): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => {
      clearTimeout(timer);
      resolve(text);
    };
    const timer = setTimeout(done, ms);
    socket.setEncoding("latin1").on("data", (piece: string) => {
      text += piece;
    });
    socket.once("end", done).once("close", done);
  });
}

/** The statuses of all responses in the received data: each response starts right after the previous body. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The number of responses per status on these connections, as `429 × 190, 200 × 20`. */
export async function tally(sockets: Socket[], ms = 2_000): Promise<string> {
  const answers = await Promise.all(sockets.map((socket) => answerOf(socket, ms)));
  const counts = new Map<string, number>();
  for (const answer of answers) {
    const [status = "nothing"] = statusesIn(answer).map(String);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${status} × ${count}`).join(", ");
}

/** Abuse by many connections that each send `bytes`: they are reset after `during`, whose text is printed. */
export function crowd(
  name: string,
  count: number,
  bytes: string,
  during: (sockets: Socket[]) => Promise<unknown>,
): Shape {
  return {
    name,
    async attack(target) {
      const sockets = await openMany(target, count, bytes);
      const said = await during(sockets);
      reset(sockets);
      return typeof said === "string" ? said : undefined;
    },
  };
}

/** The same, with the responses of `ms` counted. */
export function flood(name: string, count: number, bytes: string, ms: number): Shape {
  return crowd(name, count, bytes, (sockets) => tally(sockets, ms));
}

/** A request as bytes. A body gets its length unless the headers already set one. */
export function request(line: string, headers: Record<string, string> = {}, body = ""): string {
  const told = Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name));
  const length = body === "" || told ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: "localhost", ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

const JSON_TYPE = { "content-type": "application/json" };

export const LIST = request("GET /api/v1/posts?limit=2");
export const PAGE = request("GET /skills", { accept: "text/html" });
export const SEARCH = request("POST /api/v1/search", JSON_TYPE, JSON.stringify({ q: "cache a page", preview: true }));
const MCP_BODY = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
export const MCP = request(
  "POST /api/v1/mcp",
  { ...JSON_TYPE, accept: "application/json, text/event-stream" },
  MCP_BODY,
);

/** Endpoints that accept bodies: in the core, in Next, with a token, and in MCP. */
export const POSTED: Array<[path: string, type: string]> = [
  ["/api/v1/search", "application/json"],
  ["/ask/publish", "application/x-www-form-urlencoded"],
  ["/api/knowledge/v2/search", "application/json"],
  ["/api/v1/mcp", "application/json"],
];

/** A request that announces a body of `length` bytes and does not send it. */
export function announced(path: string, type: string, length = 100): string {
  return request(`POST ${path}`, { "content-type": type, "content-length": String(length) });
}

/** Addresses of well-behaved clients. */
export const NEIGHBOURS = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`);
const WATCHER = "127.0.0.250";

export type Answered = { status: number; text: string; headers: Record<string, string | string[] | undefined> };
export type Asked = {
  port: number;
  from: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
};

/**
 * One request from an address of this machine on a new connection. Rejects when no complete response arrives in time.
 */
export function askFrom(
  { port, from, method = "GET", path, headers = {}, body }: Asked,
  ms = 5_000,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const call = httpRequest(
      { host: "127.0.0.1", port, localAddress: from, method, path, agent: false, headers: { ...headers, ...length } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.once("error", reject);
        response.once("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      },
    );
    const timer = setTimeout(() => call.destroy(new Error(`no answer in ${ms} ms`)), ms);
    call.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    call.end(body);
  });
}

/** The metrics page. */
export async function metricsOf(port: number, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await askFrom({ port, from: WATCHER, path: "/metrics", headers }, 10_000)).text;
}

export type Thread = { thread_id: string; append_key: string };

/** Open threads without answers, opened by several neighbours to stay within the limits. */
export async function openThreads(port: number, count: number): Promise<Thread[]> {
  const threads: Thread[] = [];
  const headers = { "content-type": "application/json" };
  for (let i = 0; i < count; i += 1) {
    const from = NEIGHBOURS[i % NEIGHBOURS.length] ?? "";
    const body = JSON.stringify({ q: question() });
    const { status, text } = await askFrom({ port, from, method: "POST", path: "/api/v1/search", headers, body });
    if (status !== 200) throw new Error(`No thread was opened: ${status} ${text}`);
    const { thread } = search.output.parse(JSON.parse(text)).data;
    if (thread) threads.push(thread);
  }
  return threads;
}
