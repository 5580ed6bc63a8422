import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { PROJECT_ROOT } from "@/lib/local/place";

let database: ScratchDatabase;

test.beforeEach(async () => {
  database = await makeScratchDatabase();
  for (let i = 1; i <= 5; i += 1) {
    await database.sql`select append_publish_log('hide', ${`msg_${i}`}, ${database.sql.json({ reason: "é <&> 😀" })})`;
  }
});
test.afterEach(() => database.drop());

function verify(): { code: number | null; out: string } {
  const env = { ...process.env, DATABASE_URL: database.url };
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "db/verify-log.ts"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    env,
  });
  return { code: status, out: stdout };
}

test("an untouched log is unbroken", () => {
  const { code, out } = verify();
  expect(out).toMatch(/^The publish log is unbroken: 5 entries, last hash [0-9a-f]{64}\.\n$/);
  expect(code).toBe(0);
});

test("a changed entry is named, whoever changed it", async () => {
  await database.sql`update publish_log set entry = replace(entry, '😀', '🙃') where sequence = 3`;
  expect(verify()).toEqual({ code: 1, out: "The publish log is broken at sequence 3: hash does not fit the entry.\n" });
});

test("rows cut off at the end are missed", async () => {
  await database.sql`delete from publish_log where sequence > 3`;
  expect(verify()).toEqual({ code: 1, out: "The publish log is broken at sequence 4: rows are missing at the end.\n" });
});
