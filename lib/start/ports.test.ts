import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "@playwright/test";
import { choosePort, freePort } from "@/lib/start/ports";

test("an explicitly requested port is never replaced by another", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => other.once("listening", resolve).once("error", reject));
  await expect(choosePort("127.0.0.1", port, true)).rejects.toThrow(`Port ${port} is taken`);
  expect(await choosePort("127.0.0.1", port, false)).toBeGreaterThan(port);
  other.close();
});

test("an address that cannot be bound is an error that names it", async () => {
  await expect(choosePort("203.0.113.1", await freePort(), true)).rejects.toThrow("Cannot listen on 203.0.113.1:");
});

test("a port counts as taken when only its IPv6 half is", async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  test.skip(!addresses.some((entry) => entry.address === "::1"), "this machine has no ::1");
  const port = await freePort();
  const other = createServer().listen(port, "::1");
  await new Promise((resolve, reject) => other.once("listening", resolve).once("error", reject));
  expect(await choosePort("127.0.0.1", port, false)).not.toBe(port);
  other.close();
});
