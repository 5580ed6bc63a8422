import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { freePort } from "@/lib/start/ports";

/** Nothing listens here. */
const NO_PORTS = [1, 2] as const;

for (const [what, args] of Object.entries({
  "the start": ["lib/start/start.ts"],
  "a command": ["lib/cli/maintain.ts", "queue"],
})) {
  test(`${what} says in one line that no database responds, where, and what to do`, { tag: "@slow" }, async () => {
    const folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "unreachable-"));
    const [port] = NO_PORTS;
    try {
      const { code, output } = await run(args, {
        CAIRN_DATA_DIR: folder,
        PORT: String(await freePort()),
        DATABASE_URL: `postgres://cairn@127.0.0.1:${port}/cairn`,
        MEILI_URL: `http://127.0.0.1:${port}`,
      });
      expect(output).toContain(
        `No database answers at 127.0.0.1:${port} (ECONNREFUSED): start Postgres there, or name another one in DATABASE_URL.`,
      );
      expect(output).not.toMatch(/connect ECONNREFUSED 127|\n +at /);
      expect(code).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test("an address with several unresponsive hosts is reported after a while", { tag: "@slow" }, async () => {
  const [one, other] = NO_PORTS;
  const { code, output } = await run(["lib/cli/maintain.ts", "queue"], {
    DATABASE_URL: `postgres://cairn@127.0.0.1:${one},127.0.0.1:${other}/cairn`,
  });
  expect(output).toContain(`No database answers at 127.0.0.1:${one} or 127.0.0.1:${other} (within 20 s): `);
  expect(code).toBe(1);
});

function run(args: string[], env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      output += piece;
    });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
