import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { openWire } from "@/e2e/faults/wire";
import { database, word } from "@/e2e/support/cast";
import { listenTo } from "@/lib/worker/ear";

test("a worker whose wire swallows everything listens anew, and misses nothing for long", async () => {
  const address = new URL(process.env.DATABASE_URL ?? "");
  const wire = await openWire(Number(address.port));
  const wired = new URL(address);
  wired.port = String(wire.port);
  const [channel, abort] = [`test_${word()}`, new AbortController()];
  let connections = 0;
  let rings = 0;
  const listening = listenTo(channel, () => (rings += 1), abort.signal, {
    beatMs: 100,
    deafMs: 400,
    againMs: 20,
    connect: () => {
      connections += 1;
      return postgres(connections === 1 ? wired.href : address.href, { max: 1, onnotice: () => {} });
    },
  });
  const isHeard = async () => {
    const before = rings;
    await database()`select pg_notify(${channel}, '')`;
    await expect.poll(() => rings, { intervals: [10] }).toBeGreaterThan(before);
  };
  try {
    await expect.poll(() => rings, { intervals: [10] }).toBe(1);
    await isHeard();
    expect(connections).toBe(1);
    wire.hang();
    await expect.poll(() => connections, { intervals: [20] }).toBe(2);
    await isHeard();
  } finally {
    abort.abort();
    await listening;
    await wire.close();
  }
});
