import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Four commands at once, each with a start of its own. */
const COMMAND_MS_MAX = 200_000;

let folder: string;
let scratch: ScratchDatabase;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "reading-"));
  scratch = await makeScratchDatabase();
});
test.afterEach(async () => {
  await scratch.drop();
  rmSync(folder, { recursive: true, force: true });
});

const commands = () => [
  ["lib/cli/backup.ts", path.join(folder, "all.gz")],
  ["lib/cli/connections.ts", "list"],
  ["lib/cli/verify-log.ts"],
  ["lib/cli/maintain.ts", "queue"],
];

test("read-only commands accept an older schema and say so", { tag: "@slow" }, async () => {
  const [newest] = await scratch.sql<{ version: string }[]>`
    delete from schema_migrations
    where schema_migrations.version = (select max(version) from schema_migrations)
    returning version`;
  const before = await versions();
  const ran = await Promise.all(commands().map(run));
  for (const { code, stderr } of ran) {
    expect(stderr).toContain(`The schema is older than this release (migration ${newest?.version} is missing)`);
    expect(code).toBe(0);
  }
  expect(await versions()).toEqual(before);
});

test("read-only commands refuse a newer schema with a one-line message", { tag: "@slow" }, async () => {
  await scratch.sql`insert into schema_migrations (version) values ('9999')`;
  for (const { code, stderr } of await Promise.all(commands().map(run))) {
    expect(stderr).toMatch(/^[^\n]*the schema of a newer release \(migration 9999; [^\n]*\n$/);
    expect(code).toBe(1);
  }
});

async function versions(): Promise<string[]> {
  const rows = await scratch.sql<{ version: string }[]>`
    select schema_migrations.version
    from schema_migrations
    order by schema_migrations.version`;
  return rows.map((row) => row.version);
}

function run(args: string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: scratch.url },
    timeout: COMMAND_MS_MAX,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}
