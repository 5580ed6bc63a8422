import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { LockHeld, lockHolder, takeLock } from "@/lib/start/lock";

const fresh = () => test.info().outputPath("lock");
const noWait = { waitFor: [], waitMs: 0 };
/** No system gives a process such a high number. */
const NO_PID = 2 ** 31 - 1;

test("a second starter sees who holds the lock and where it runs", async () => {
  const file = fresh();
  const lock = await takeLock(file, noWait);
  lock.tell({ state: "running", url: "http://localhost:3000" });
  const refused = await takeLock(file, noWait).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LockHeld);
  expect(refused).toMatchObject({ holder: { pid: process.pid, state: "running", url: "http://localhost:3000" } });
});

test("a lock whose process has exited is taken over", async () => {
  const file = fresh();
  writeFileSync(file, JSON.stringify({ pid: NO_PID, birth: "1", state: "running", url: null }));
  await takeLock(file, noWait);
  expect(lockHolder(file)?.pid).toBe(process.pid);
});

test("a process that reuses a dead holder's pid does not hold its lock", async () => {
  const file = fresh();
  writeFileSync(file, JSON.stringify({ pid: process.pid, birth: "born before", state: "running", url: null }));
  expect(lockHolder(file)).toBeNull();
});

test("a starter waiting for a stopping holder gets the lock on release", async () => {
  const file = fresh();
  const first = await takeLock(file, noWait);
  first.tell({ state: "stopping", url: null });
  const second = takeLock(file, { waitFor: ["stopping"], waitMs: 60_000 });
  first.release();
  (await second).release();
  expect(existsSync(file)).toBe(false);
});
