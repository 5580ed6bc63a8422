import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { restoreBackup } from "@/db/backup/restore-backup";
import { writeBackup } from "@/db/backup/write-backup";
import { insertThread } from "@/db/queries/open-thread";
import { addConnection, incoming } from "@/e2e/support/changing";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { storeSkill } from "@/lib/domain/import/store-skill";
import { eraseAgain } from "@/lib/domain/moderation/erase";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";
import { listErasure, readErasures } from "@/lib/domain/threads/erasing";
import { newId } from "@/lib/platform/ids";

let folder: string;
let from: ScratchDatabase;
let to: ScratchDatabase;
const before = process.env.CAIRN_DATA_DIR;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "erase-again-"));
  process.env.CAIRN_DATA_DIR = path.join(folder, "data");
  [from, to] = await Promise.all([makeScratchDatabase(), makeScratchDatabase()]);
});
test.afterEach(async () => {
  if (before === undefined) delete process.env.CAIRN_DATA_DIR;
  else process.env.CAIRN_DATA_DIR = before;
  await Promise.all([from.drop(), to.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a backup from before an erasure is restored without the erased texts", async () => {
  const { sql } = from;
  const opener = await addConnection(sql, "An asker");
  const [thread_id, message_id] = [newId("thr"), newId("msg")];
  await sql.begin((tx) =>
    insertThread(tx, {
      thread_id,
      title: "An embarrassing question",
      status: "open",
      opened_by_connection_id: opener,
      technologies: [],
      asked_technologies: [],
      opened_network: null,
      offered_version_ids: [],
      opening_message_id: message_id,
      opening: "Something embarrassing.",
      library: null,
      append_key: { hash: Buffer.alloc(32, 1), nonce: Buffer.alloc(16, 1), days: 7 },
    }),
  );
  await sql.begin((tx) => storeSkill(tx, "imported/one", [incoming("embarrassing")]));
  const [version] = await sql<{ version_id: string }[]>`select v.version_id from skill_versions v`;
  const file = path.join(folder, "early.gz");
  await writeBackup(file, { url: from.url });

  await listErasure({ kind: "message", id: message_id, by: "author" });
  await listErasure({ kind: "version", id: version?.version_id ?? "", by: "maintainer", title: true });
  await listErasure({ kind: "message", id: newId("msg"), by: "author" });
  const list = path.join(folder, "data", "erasures.jsonl");
  let erased = 0;
  await restoreBackup(to.sql, file, undefined, async (tx) => {
    erased = await eraseAgain(tx, readErasures(list));
  });
  expect(erased).toBe(2);
  const [left] = await to.sql`
    select t.title, t.retracted_by, m.body, v.markdown, v.title as version_title, v.withdrawn_at is not null as withdrawn
    from threads t
    join messages m on m.thread_id = t.thread_id
    cross join skill_versions v`;
  expect(left).toEqual({
    title: null,
    retracted_by: "author",
    body: null,
    markdown: "Erased.",
    version_title: "Erased.",
    withdrawn: true,
  });
  expect((await verifyWholeLog(to.sql)).ok).toBe(true);
  // The list goes on with the restored database.
  expect(readErasures(list)).toHaveLength(3);
});

test("a list that was cut off in its last line is read; one that is damaged is refused", () => {
  const list = path.join(folder, "list");
  const line = JSON.stringify({ kind: "message", id: newId("msg"), by: "author", at: "2026-11-28T10:00:00.000Z" });
  writeFileSync(list, `${line}\n${line.slice(0, 20)}`);
  expect(readErasures(list)).toHaveLength(1);
  writeFileSync(list, `${line.slice(0, 20)}\n${line}\n`);
  expect(() => readErasures(list)).toThrow(/Line 1/);
  expect(readErasures(path.join(folder, "none"))).toEqual([]);
  expect(readFileSync(list, "utf8")).toContain("msg_");
});
