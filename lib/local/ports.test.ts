import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "@playwright/test";
import { freePort, holdPort } from "@/lib/local/ports";

test("two who start together get different ports, and the first asks callers to come back", async () => {
  const from = await freePort();
  const first = await holdPort("127.0.0.1", from, false);
  const second = await holdPort("127.0.0.1", from, false);
  const answer = await fetch(`http://127.0.0.1:${first.port}/`);
  expect(second.port).not.toBe(first.port);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).not.toBeNull();
  await Promise.all([first.release(), second.release()]);
});

test("a port that was asked for is never exchanged for another", async () => {
  const held = await holdPort("127.0.0.1", await freePort(), true);
  await expect(holdPort("127.0.0.1", held.port, true)).rejects.toThrow(`Port ${held.port} is taken`);
  await held.release();
});

test("a port counts as taken when only its IPv6 half is", async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  test.skip(!addresses.some((entry) => entry.address === "::1"), "this machine has no ::1");
  const port = await freePort();
  const other = createServer().listen(port, "::1");
  await new Promise((resolve, reject) => other.once("listening", resolve).once("error", reject));
  const held = await holdPort("127.0.0.1", port, false);
  expect(held.port).not.toBe(port);
  await held.release();
  other.close();
});
