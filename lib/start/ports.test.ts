import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "@playwright/test";
import { choosePort, freePort } from "@/lib/start/ports";

/** Takes a free port of an address until the server closes. */
async function take(address: string): Promise<{ other: Server; port: number }> {
  const other = createServer().listen(0, address);
  await new Promise((resolve, reject) => other.once("listening", resolve).once("error", reject));
  return { other, port: (other.address() as AddressInfo).port };
}

test("an explicitly requested port is never replaced by another", async () => {
  const { other, port } = await take("127.0.0.1");
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
  const { other, port } = await take("::1");
  // A machine that stands still for 300 ms counts as no answer of the other server.
  await expect.poll(() => choosePort("127.0.0.1", port, false)).not.toBe(port);
  other.close();
});
