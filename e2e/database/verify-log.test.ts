import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const CHANGED = { ok: false, sequence: "3", reason: "hash does not fit the entry" } as const;
const CUT_OFF = { ok: false, sequence: "4", reason: "rows are missing at the end" } as const;

let database: ScratchDatabase;

test.beforeEach(async () => {
  database = await makeScratchDatabase();
  for (let i = 1; i <= 5; i += 1) {
    await database.sql`select append_publish_log('hide', ${`msg_${i}`}, ${database.sql.json({ reason: "é <&> 😀" })})`;
  }
});
test.afterEach(() => database.drop());

test("an unmodified log is valid", async () => {
  expect(await verifyWholeLog(database.sql)).toMatchObject({ ok: true, end: { sequence: "5" } });
});

test("a changed entry is reported, whoever changed it", async () => {
  await database.sql`update publish_log set entry = replace(entry, '😀', '🙃') where sequence = 3`;
  expect(await verifyWholeLog(database.sql)).toEqual(CHANGED);
});

test("rows missing at the end are detected", async () => {
  await database.sql`delete from publish_log where sequence > 3`;
  expect(await verifyWholeLog(database.sql)).toEqual(CUT_OFF);
});

test("the command says whether the log is intact, and exits by it", { tag: "@slow" }, async () => {
  const command = () => {
    const env = { ...process.env, DATABASE_URL: database.url };
    const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "lib/cli/verify-log.ts"], {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
      env,
    });
    return { code: status, out: stdout };
  };
  expect(command()).toEqual({
    code: 0,
    out: expect.stringMatching(/^The publish log is unbroken: 5 entries, last hash [0-9a-f]{64}\.\n$/),
  });
  await database.sql`update publish_log set entry = replace(entry, '😀', '🙃') where sequence = 3`;
  expect(command()).toEqual({ code: 1, out: `The publish log is broken at sequence 3: ${CHANGED.reason}.\n` });
  await database.sql`delete from publish_log where sequence > 2`;
  expect(command()).toEqual({ code: 1, out: `The publish log is broken at sequence 3: ${CUT_OFF.reason}.\n` });
});

test("one flipped bit in any column of the table or its head is detected", async () => {
  const { sql } = database;
  // Flips the lowest bit of a text's second character; a time counts microseconds.
  const text = (column: string) =>
    `${column} = overlay(${column} placing chr(ascii(substr(${column}, 2, 1)) # 1) from 2 for 1)`;
  const time = (bit: number) => `created_at = created_at + interval '1 microsecond' * ${2 ** bit}`;
  const log = [
    text("kind"),
    text("subject"),
    text("entry"),
    ...[0, 255].flatMap((bit) =>
      ["previous_hash", "hash"].map(
        (column) => `${column} = set_bit(${column}, ${bit}, 1 - get_bit(${column}, ${bit}))`,
      ),
    ),
    ...[0, 9, 40].map(time),
    "sequence = sequence + 64",
  ].flatMap((change) => [1, 3, 5].map((sequence) => `update publish_log set ${change} where sequence = ${sequence}`));
  const head = [
    "sequence = sequence # 1",
    "sequence = sequence # 4",
    "hash = set_bit(hash, 7, 1 - get_bit(hash, 7))",
  ].map((change) => `update publish_log_head set ${change}`);
  await sql`alter table publish_log drop constraint publish_log_kind_check`;
  expect(await verifyWholeLog(sql)).toMatchObject({ ok: true });
  for (const flip of [...log, ...head])
    await sql
      .begin(async (tx) => {
        await tx.unsafe(flip);
        expect(await verifyWholeLog(tx), flip).toMatchObject({ ok: false });
        throw new Error("taken back");
      })
      .catch((error: Error) => expect(error.message).toBe("taken back"));
  expect(await verifyWholeLog(sql)).toMatchObject({ ok: true });
});
