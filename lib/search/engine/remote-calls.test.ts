import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { keepAliveAgent, makeBreaker, postJson } from "@/lib/search/engine/remote-calls";

let server: Server | undefined;

test.afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  mock.timers.reset();
});

async function ask(answer: RequestListener, deadlineMs: number): Promise<string> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`);
  const agent = keepAliveAgent(url, 1);
  return postJson({ url, agent, key: "", body: "{}", deadlineMs }).finally(() => agent.destroy());
}

test("a server that does not answer is abandoned after the deadline", async () => {
  await expect(ask(() => {}, 100)).rejects.toThrow("did not answer within 100 ms");
});

test("a server that stops in the middle of an answer is abandoned too", async () => {
  const half: RequestListener = (_, response) => response.write('{"half":');
  await expect(ask(half, 200)).rejects.toThrow();
});

test("time spent stalled does not count against the deadline", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  const late: RequestListener = async (_, response) => {
    // Time passes, and then timers run before what has arrived is read.
    mock.timers.tick(900);
    await turn();
    response.end("done");
  };
  expect(await ask(late, 300)).toBe("done");
});

test("three failures in a row open the breaker, and one probe a second is let through", () => {
  const breaker = makeBreaker();
  for (let failure = 0; failure < 3; failure += 1) {
    expect(breaker.admits(0)).toBe(true);
    breaker.failed(0);
  }
  expect(breaker.isOpen()).toBe(true);
  expect(breaker.admits(500)).toBe(false);
  expect(breaker.admits(1_000)).toBe(true);
  expect(breaker.admits(1_001)).toBe(false);
});

test("a success closes it, and isolated failures never open it", () => {
  const breaker = makeBreaker();
  for (let round = 0; round < 5; round += 1) {
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
  }
  expect(breaker.isOpen()).toBe(false);
  expect(breaker.admits(1)).toBe(true);
});
