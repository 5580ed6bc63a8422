import {
  crowd,
  flood,
  halfClose,
  LIST,
  MCP,
  open,
  openMany,
  PAGE,
  request,
  reset,
  type Shape,
  send,
  sleep,
  tally,
} from "@/e2e/faults/edge/hostile";

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

export const connections: Shape[] = [
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
