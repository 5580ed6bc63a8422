import {
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

export const connections: Shape[] = [
  {
    name: "2,000 idle connections",
    async attack(target) {
      const sockets = await openMany(target, 2_000);
      await sleep(700);
      reset(sockets);
      return undefined;
    },
  },
  {
    name: "1,000 connections that are half-closed at once",
    async attack(target) {
      const sockets = await openMany(target, 1_000);
      halfClose(sockets);
      await sleep(300);
      reset(sockets);
      return undefined;
    },
  },
  {
    name: "2,000 connections, each reset at once",
    async attack(target) {
      for (let i = 0; i < 20; i += 1) reset(await openMany(target, 100));
      return undefined;
    },
  },
  {
    name: "1,000 connections kept after one request",
    async attack(target) {
      const sockets = await openMany(target, 1_000, request("GET /api/health/live"));
      for (const socket of sockets) socket.resume();
      await sleep(500);
      reset(sockets);
      return undefined;
    },
  },
  {
    name: "200 readers that never read a page",
    async attack(target) {
      const sockets = await openMany(target, 200);
      for (const socket of sockets) {
        socket.pause();
        send(socket, PAGE);
      }
      await sleep(600);
      reset(sockets);
      return undefined;
    },
  },
  {
    name: "100 readers that never read 30 pipelined documents each",
    async attack(target) {
      const sockets = await openMany(target, 100);
      for (const socket of sockets) {
        socket.pause();
        send(socket, request("GET /openapi.json").repeat(30));
      }
      await sleep(600);
      reset(sockets);
      return undefined;
    },
  },
  {
    name: "200 MCP streams that are held open",
    async attack(target) {
      const sockets = await openMany(target, 200, LISTEN);
      const answered = await tally(sockets, 500);
      reset(sockets);
      return answered;
    },
  },
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
  ...Object.entries({ "a browser's": "text/html", "a program's": "*/*" }).map(
    ([whose, accept]) =>
      ({
        name: `400 searching pages at once, ${whose}`,
        async attack(target) {
          const asked = request("GET /skills?q=cache+a+page", { accept, connection: "close" });
          const sockets = await openMany(target, 400, asked);
          const answered = await tally(sockets, 1_500);
          reset(sockets);
          return answered;
        },
      }) satisfies Shape,
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
  {
    name: "400 lists at once, one after the other on each connection",
    async attack(target) {
      const sockets = await openMany(target, 400, LIST.repeat(3));
      const answered = await tally(sockets, 800);
      reset(sockets);
      return answered;
    },
  },
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
