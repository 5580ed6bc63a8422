import { spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import { expect, test } from "@playwright/test";
import { giveWay, hasEnded } from "@/lib/start/children";
import { freePort } from "@/lib/start/ports";

const ROUNDS = 10;
/** Listens and allocates enough memory that its threads take a while to exit. */
const PROGRAM = `
  const held = Array.from({ length: 4 }, () => Buffer.alloc(50e6, 1));
  const server = require("node:net").createServer();
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
`;

test("a killed process counts as ended only when its port is free again", { tag: "@slow" }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, ["-e", PROGRAM], { stdio: ["ignore", "pipe", "inherit"], detached: true });
    const port = Number(await once(child.stdout, "data"));
    child.kill("SIGKILL");
    expect(await hasEnded(child.pid ?? 0, 60_000)).toBe(true);
    expect(await freePort(port), `the port of round ${round}`).toBe(port);
  }
});

test("a process gives way relative to this one, and one that has ended is no error", { tag: "@slow" }, async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  const expected = Math.min(getPriority() + 3, 19);
  giveWay(pid, 3);
  expect(getPriority(pid)).toBe(expected);
  giveWay(pid, 100);
  expect(getPriority(pid)).toBe(19);
  child.kill("SIGKILL");
  await once(child, "exit");
  giveWay(pid, 3);
  giveWay(undefined, 3);
});

test("a nice value that may not be lowered stays, without an error", { tag: "@slow" }, () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  setPriority(pid, 12);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => setPriority(pid, 3)).toThrow();
    giveWay(pid, 3);
    expect(getPriority(pid)).toBe(12);
  } finally {
    if (isRoot) process.seteuid?.(0);
    child.kill("SIGKILL");
  }
});
