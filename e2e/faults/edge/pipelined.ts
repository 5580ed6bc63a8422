import type { Socket } from "node:net";
import {
  crowd,
  flood,
  halfClose,
  LIST,
  MCP,
  open,
  PAGE,
  request,
  SEARCH,
  type Shape,
  send,
  sleep,
  type Target,
} from "@/e2e/faults/edge/hostile";

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

export const pipelined: Shape[] = [
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
