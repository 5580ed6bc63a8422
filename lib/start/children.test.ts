import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { hasEnded } from "@/lib/start/children";
import { freePort } from "@/lib/start/ports";

const ROUNDS = 10;
/** Listens and allocates enough memory that its threads take a while to exit. */
const PROGRAM = `
  const held = Array.from({ length: 4 }, () => Buffer.alloc(50e6, 1));
  const server = require("node:net").createServer();
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
`;

test("a killed process counts as ended only when its port is free again", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, ["-e", PROGRAM], { stdio: ["ignore", "pipe", "inherit"], detached: true });
    const port = Number(await once(child.stdout, "data"));
    child.kill("SIGKILL");
    expect(await hasEnded(child.pid ?? 0, 5_000)).toBe(true);
    expect(await freePort(port), `the port of round ${round}`).toBe(port);
  }
});
