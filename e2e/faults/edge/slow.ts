import type { Socket } from "node:net";
import {
  announced,
  answerOf,
  openMany,
  PAGE,
  POSTED,
  request,
  type Shape,
  send,
  sleep,
  statusesIn,
  type Target,
} from "@/e2e/faults/edge/hostile";

/** Header 10 s, body 6 s; the server checks every second, and waits another second for the client to close. */
const ENDED_MS_MAX = 14_000;
const DRIP_MS = 1_000;

/**
 * Sends one byte a second until the server has ended the connection; throws if it does not end it or gives no reason.
 */
async function drip(sockets: Socket[], bytes: string, expected: number[]): Promise<string> {
  let place = 0;
  const timer = setInterval(() => {
    for (const socket of sockets) send(socket, bytes[place % bytes.length] ?? "");
    place += 1;
  }, DRIP_MS);
  const answers = await Promise.all(sockets.map((socket) => answerOf(socket, ENDED_MS_MAX)));
  clearInterval(timer);
  await sleep(1_500);
  const open = sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  const wrong = answers.map((answer) => statusesIn(answer)[0] ?? 0).filter((status) => !expected.includes(status));
  for (const socket of sockets) socket.destroy();
  if (open > 0) throw new Error(`${open} of ${sockets.length} connections were still open after ${ENDED_MS_MAX} ms.`);
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${sockets.length} were answered ${[...new Set(wrong)].join(", ")}.`);
  return `all ${sockets.length} ended`;
}

const DOCUMENTS = 30;

/**
 * Requests more than the buffers of both sides hold, and reads nothing until the server should have disconnected it.
 */
async function neverRead(target: Target, ms: number): Promise<string> {
  const sockets = await openMany(target, 9, "", "127.0.2.30");
  for (const socket of sockets) {
    socket.pause();
    send(socket, request("GET /api/v1/openapi.json").repeat(DOCUMENTS));
  }
  await sleep(ms);
  const answers = await Promise.all(sockets.map((socket) => answerOf(socket, 3_000)));
  for (const socket of sockets) socket.destroy();
  const whole = answers.filter((answer) => statusesIn(answer).length >= DOCUMENTS).length;
  if (whole > 0) throw new Error(`${whole} of ${sockets.length} readers were waited for.`);
  return `all ${sockets.length} cut off`;
}

/** Starts first and ends last. */
export const patient: Shape = {
  name: "9 readers that read nothing of 30 documents for 25 s",
  attack: (target) => neverRead(target, 25_000),
};

/** Slow shapes: they start together, and the server ends each of them. */
export const slow: Shape[] = [
  {
    name: "headers at one byte a second on 300 connections",
    async attack(target) {
      const sockets = await openMany(target, 300, "", "127.0.2.1");
      return drip(sockets, request("GET /api/v1/posts", { "x-long": "x".repeat(500) }), [408]);
    },
  },
  ...POSTED.map(
    ([path, type], place) =>
      ({
        name: `bodies at one byte a second to ${path} on 40 connections`,
        async attack(target) {
          const sockets = await openMany(target, 40, announced(path, type, 500), `127.0.2.${10 + place}`);
          // Without a token the knowledge interface does not wait for a body.
          return drip(sockets, "x", [408, 429, 401]);
        },
      }) satisfies Shape,
  ),
  {
    name: "chunks at one byte a second on 40 connections",
    async attack(target) {
      const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
      const sockets = await openMany(target, 40, `${request("POST /api/v1/search", headers)}1f4\r\n`, "127.0.2.20");
      return drip(sockets, "x", [408, 429]);
    },
  },
  {
    name: "300 connections on which nothing is ever sent",
    async attack(target) {
      return drip(await openMany(target, 300, "", "127.0.2.21"), "", [408]);
    },
  },
  {
    name: "a header at one byte a second behind pipelined pages on 20 connections",
    async attack(target) {
      const sockets = await openMany(target, 20, PAGE.repeat(3), "127.0.2.22");
      return drip(sockets, request("GET /", { "x-long": "x".repeat(500) }), [200]);
    },
  },
];
