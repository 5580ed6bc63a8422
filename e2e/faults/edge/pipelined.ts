import type { Socket } from "node:net";
import {
  halfClose,
  LIST,
  MCP,
  open,
  openMany,
  PAGE,
  request,
  reset,
  SEARCH,
  type Shape,
  send,
  sleep,
  type Target,
  tally,
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

export const pipelined: Shape[] = [
  ...combined,
  {
    name: "40 connections with 100 pipelined lists each, reset",
    async attack(target) {
      const sockets = await openMany(target, 40, LIST.repeat(100));
      await sleep(100);
      reset(sockets);
      return undefined;
    },
  },
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
  {
    name: "100 pipelined health checks on each of 20 connections",
    async attack(target) {
      const sockets = await openMany(target, 20, request("GET /api/health/ready").repeat(100));
      const answered = await tally(sockets, 300);
      reset(sockets);
      return answered;
    },
  },
  {
    name: "pipelined lists with nonsense among them",
    async attack(target) {
      const sockets = await openMany(target, 20, `${LIST.repeat(10)}nonsense\r\n\r\n${LIST.repeat(10)}`);
      const answered = await tally(sockets, 500);
      reset(sockets);
      return answered;
    },
  },
  {
    name: "a body that never comes, behind pipelined lists",
    async attack(target) {
      const unfinished = request("POST /api/v1/search", { "content-type": "application/json", "content-length": "50" });
      const sockets = await openMany(target, 50, LIST.repeat(5) + unfinished);
      await sleep(200);
      halfClose(sockets);
      await sleep(100);
      reset(sockets);
      return undefined;
    },
  },
];
