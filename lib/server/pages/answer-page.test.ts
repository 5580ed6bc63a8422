import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { forget } from "@/lib/platform/singleton";
import { turnToRender } from "@/lib/server/pages/answer-page";

/** The longest turn. */
const TURN_MS = 250;

test.beforeEach(() => forget("rendering-turns"));
test.afterEach(() => mock.timers.reset());

/**
 * Requests turns in this order and ends each rendering when the next turn is due. Returns the clients in the order of
 * their turns.
 */
async function renderAll(clients: string[]): Promise<string[]> {
  const order: string[] = [];
  const running: ServerResponse[] = [];
  const all = clients.map(async (client) => {
    const response = responseOf();
    if (!(await turnToRender(client, response))) return;
    order.push(client);
    running.push(response);
  });
  for (let ended = 0; ended < clients.length; ended += 1) {
    await turn();
    running.shift()?.end();
  }
  await Promise.all(all);
  return order;
}

/** A response whose bytes are discarded. */
function responseOf(): ServerResponse {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }) as Socket;
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  return response;
}

/** Whether a turn was given before `ms`, and whether it was given then. */
async function calledAfter(ms: number, turned: Promise<boolean>): Promise<{ early: boolean; due: boolean }> {
  let isCalled = false;
  void turned.then((isMine) => {
    isCalled = isMine;
  });
  mock.timers.tick(ms - 1);
  await turn();
  const early = isCalled;
  mock.timers.tick(1);
  await turn();
  return { early, due: isCalled };
}

test("a client with one page waits for one page of another, not for all of them", async () => {
  const order = await renderAll(["many", "many", "many", "many", "many", "many", "one"]);
  expect(order.slice(0, 4)).toEqual(["many", "many", "many", "one"]);
  expect(order.slice(4)).toEqual(["many", "many", "many"]);
});

test("clients take turns", async () => {
  expect(await renderAll(["a", "a", "a", "a", "b", "b", "c"])).toEqual(["a", "a", "a", "b", "c", "a", "b"]);
});

test("two are rendered at a time, and one that takes long keeps nobody waiting for longer than a moment", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const hanging = [responseOf(), responseOf()];
  for (const response of hanging) expect(await turnToRender("slow", response)).toBe(true);
  const next = responseOf();
  const isCalled = await calledAfter(TURN_MS, turnToRender("other", next));
  expect(isCalled).toEqual({ early: false, due: true });
  for (const response of [...hanging, next]) response.end();
});

test("a client that goes while it waits takes no turn, and nobody waits for it", async () => {
  const running = [responseOf(), responseOf()];
  for (const response of running) await turnToRender("a", response);
  const gone = responseOf();
  const refused = turnToRender("b", gone);
  const next = responseOf();
  const served = turnToRender("b", next);
  gone.emit("close");
  expect(await refused).toBe(false);
  running[0]?.end();
  expect(await served).toBe(true);
  running[1]?.end();
  next.end();
});

test("a client that goes during its rendering does not make room for a third one at once", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const running = [responseOf(), responseOf()];
  for (const response of running) await turnToRender("a", response);
  for (const response of running) response.emit("close");
  const next = responseOf();
  const isCalled = await calledAfter(TURN_MS, turnToRender("a", next));
  expect(isCalled).toEqual({ early: false, due: true });
  next.end();
});
