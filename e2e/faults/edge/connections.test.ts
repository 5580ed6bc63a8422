import type { Socket } from "node:net";
import {
  announced,
  answerOf,
  crowd,
  flood,
  halfClose,
  LIST,
  MCP,
  open,
  openMany,
  PAGE,
  POSTED,
  request,
  reset,
  SEARCH,
  type Shape,
  send,
  sleep,
  statusesIn,
  type Target,
  tally,
} from "@/e2e/faults/edge/hostile";
import { expectOthersServed, withShippedLimits } from "@/e2e/faults/edge/run-shapes";
import { expect, test } from "@/e2e/faults/product";

withShippedLimits();

test("other clients are served during every kind of hostile connection", async ({ product }) => {
  const shapes = { brisk: [...pipelined, ...connections], slow, patient };
  expect(shapes.brisk.length + slow.length).toBeGreaterThanOrEqual(40);
  await expectOthersServed(product, shapes);
});

const MANY = 230;

const endings: Record<string, (socket: Socket) => Promise<unknown>> = {
  "then reset at once": async (socket) => socket.resetAndDestroy(),
  "then reset while they are answered": async (socket) => {
    await sleep(20);
    socket.resetAndDestroy();
  },
  "then half-closed": async (socket) => {
    socket.end();
    socket.resume();
    await sleep(200);
    socket.destroy();
  },
};

const requests: Record<string, string> = {
  lists: LIST,
  pages: PAGE,
  "searches with a body": SEARCH,
  "MCP calls": MCP,
  "paths that lead nowhere": request("GET /nothing/here"),
};

const combined: Shape[] = Object.entries(requests).flatMap(([what, bytes]) =>
  Object.entries(endings).map(([ending, end]) => ({
    name: `${MANY} pipelined ${what}, ${ending}`,
    async attack(target: Target) {
      const socket = await open(target);
      send(socket, bytes.repeat(MANY));
      await end(socket);
      return undefined;
    },
  })),
);

const UNFINISHED = request("POST /api/v1/search", { "content-type": "application/json", "content-length": "50" });

const pipelined: Shape[] = [
  ...combined,
  crowd("40 connections with 100 pipelined lists each, reset", 40, LIST.repeat(100), () => sleep(100)),
  {
    name: "5,000 pipelined lists whose answers nobody reads",
    async attack(target) {
      const socket = await open(target);
      socket.pause();
      send(socket, LIST.repeat(5_000));
      await sleep(300);
      socket.destroy();
      return undefined;
    },
  },
  flood("100 pipelined health checks on each of 20 connections", 20, request("GET /api/health/ready").repeat(100), 300),
  flood("pipelined lists with nonsense among them", 20, `${LIST.repeat(10)}nonsense\r\n\r\n${LIST.repeat(10)}`, 500),
  crowd("a body that never comes, behind pipelined lists", 50, LIST.repeat(5) + UNFINISHED, async (sockets) => {
    await sleep(200);
    halfClose(sockets);
    await sleep(100);
  }),
];

const ACCEPTS_STREAMS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const REVISION = "2026-07-28";
const LISTEN = request(
  "POST /api/v1/mcp",
  { ...ACCEPTS_STREAMS, "mcp-protocol-version": REVISION, "mcp-method": "subscriptions/listen" },
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { name: "hostile", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
      notifications: {},
    },
  }),
);

/** Pauses each connection before it asks. */
const unread = (name: string, count: number, bytes: string): Shape =>
  crowd(name, count, "", (sockets) => {
    for (const socket of sockets) {
      socket.pause();
      send(socket, bytes);
    }
    return sleep(600);
  });

const connections: Shape[] = [
  crowd("2,000 idle connections", 2_000, "", () => sleep(700)),
  crowd("1,000 connections that are half-closed at once", 1_000, "", (sockets) => {
    halfClose(sockets);
    return sleep(300);
  }),
  {
    name: "2,000 connections, each reset at once",
    async attack(target) {
      for (let i = 0; i < 20; i += 1) reset(await openMany(target, 100));
      return undefined;
    },
  },
  crowd("1,000 connections kept after one request", 1_000, request("GET /api/health/live"), (sockets) => {
    for (const socket of sockets) socket.resume();
    return sleep(500);
  }),
  unread("200 readers that never read a page", 200, PAGE),
  unread("100 readers that never read 30 pipelined documents each", 100, request("GET /openapi.json").repeat(30)),
  flood("200 MCP streams that are held open", 200, LISTEN, 500),
  {
    name: "300 MCP calls whose caller has gone",
    async attack(target) {
      for (let i = 0; i < 3; i += 1) {
        const sockets = await openMany(target, 100, MCP);
        reset(sockets);
      }
      return undefined;
    },
  },
  ...Object.entries({ "a browser's": "text/html", "a program's": "*/*" }).map(([whose, accept]) =>
    flood(
      `400 searching pages at once, ${whose}`,
      400,
      request("GET /skills?q=cache+a+page", { accept, connection: "close" }),
      1_500,
    ),
  ),
  {
    name: "400 pages at once that nothing keeps, of 20 addresses",
    async attack(target) {
      const asked = request("GET /docs?n=1", { accept: "text/html", connection: "close" });
      const places = Array.from({ length: 20 }, (_, place) => `127.0.3.${100 + place}`);
      const sockets = (await Promise.all(places.map((from) => openMany(target, 20, asked, from)))).flat();
      const answered = await tally(sockets, 1_500);
      reset(sockets);
      return answered;
    },
  },
  flood("400 lists at once, one after the other on each connection", 400, LIST.repeat(3), 800),
  {
    name: "a connection that sends all kinds of things in one piece",
    async attack(target) {
      const socket = await open(target);
      send(socket, [LIST, PAGE, MCP, LISTEN, "nonsense", LIST].join(""));
      await sleep(200);
      socket.resetAndDestroy();
      return undefined;
    },
  },
];

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
const patient: Shape = {
  name: "9 readers that read nothing of 30 documents for 25 s",
  attack: (target) => neverRead(target, 25_000),
};

/** Slow shapes: they start together, and the server ends each of them. */
const slow: Shape[] = [
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
