import { spawn } from "node:child_process";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { type DatabaseSocket, openSocket, type Target } from "@/db/socket";
import { type FaultProxy, openFaultProxy } from "@/e2e/faults/fault-proxy";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

let wire: FaultProxy;
let address: string;

test.beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  wire = await openFaultProxy(Number(url.port));
  url.port = String(wire.port);
  address = url.href;
});

test.afterAll(() => wire.close());

for (let time = 1; time <= 5; time += 1) {
  test(`a statement sent between the error and the close of its connection is rejected at once (${time} of 5)`, async () => {
    const sockets: DatabaseSocket[] = [];
    const socket = async (target: Target) => {
      const made = await openSocket(target, new Map());
      sockets.push(made);
      return made;
    };
    const sql = postgres(address, { ...{ socket }, max: 1 });
    expect(Array.from(await sql`select 1 as n`)).toEqual([{ n: 1 }]);
    const asked = new Promise<unknown>((resolve) => {
      sockets[0]?.once("error", () => setImmediate(() => sql`select 2 as n`.then(resolve, resolve)));
    });
    const closed = new Promise<void>((resolve) => sockets[0]?.whenClosed(resolve));
    wire.reset();
    await closed;
    expect(await Promise.race([asked, turn("never told")])).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(sockets.length).toBe(1);
    await sql.end({ timeout: 0 });
  });
}

test("a connection that breaks while it loads types does not end the process", { tag: "@slow" }, async () => {
  wire.resetAt(4);
  const worker = spawn(process.execPath, ["--import", "tsx", "e2e/database/settle-forever.ts"], {
    cwd: PROJECT_ROOT,
    stdio: "ignore",
    env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "silent", DATABASE_URL: address },
  });
  try {
    await expect.poll(() => wire.resets()).toBeGreaterThan(3);
    await sleep(200);
    expect(worker.exitCode).toBeNull();
  } finally {
    worker.kill("SIGKILL");
    wire.mend();
  }
});

test("a refused connection can be opened later", async () => {
  const free = await openFaultProxy(1);
  const { port } = free;
  await free.close();
  const url = new URL(address);
  url.port = String(port);
  const socket = (target: Target) => openSocket(target, new Map());
  const sql = postgres(url.href, { ...{ socket }, max: 1, backoff: () => 0.01 });
  for (let time = 0; time < 20; time += 1) await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const late = await openFaultProxy(Number(new URL(process.env.DATABASE_URL ?? "").port), port);
  expect(Array.from(await sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await sql.end({ timeout: 0 });
  await late.close();
});
