import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { MIGRATIONS } from "@/db/migrate";
import { storeAnswer } from "@/db/queries/idempotency";
import { dirtySkills, keepDeadLetters, markDirty, settleDirty } from "@/db/queries/index-dirty";
import { insertThread } from "@/db/queries/open-thread";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { newId } from "@/lib/platform/ids";

const FILE = path.join(MIGRATIONS, "0017_unread_columns_are_not_written.sql");

let scratch: ScratchDatabase;

test.beforeAll(async () => {
  scratch = await makeScratchDatabase();
});
test.afterAll(() => scratch.drop());

test("columns that nothing reads are not written, the release before still may, and the way back fills them", async () => {
  const { sql } = scratch;
  const [thread_id, opening_message_id] = [newId("thr"), newId("msg")];
  await insertThread(sql, {
    thread_id,
    title: "Who reads it?",
    status: "open",
    opened_by_connection_id: null,
    technologies: [],
    asked_technologies: [],
    opened_network: null,
    offered_version_ids: [],
    opening_message_id,
    opening: "Nobody.",
    library: null,
    append_key: { hash: randomBytes(32), nonce: randomBytes(16), days: 7 },
  });
  const place = { principal: Buffer.alloc(32), method: "POST", path: "/made", key: "k" };
  await storeAnswer(sql, place, { request_hash: Buffer.alloc(32), body: {} });
  await keepDeadLetters(sql, [newId("skv")]);
  await markDirty(sql, ["skl_made"]);
  await settleDirty(sql, [{ skill_id: "skl_gone", revision: "1" }]);
  expect((await dirtySkills(sql, 10)).map(({ skill_id }) => skill_id)).toEqual(["skl_made", "skl_gone"]);
  const [written] = await sql`
    select (select count(*)::int from threads where origin is not null) as origins,
           (select count(*)::int from idempotency_keys where status is not null) as statuses,
           (select count(*)::int from index_dead_letters where coalesce(skill_id, reason, revision::text) is not null) as letters`;
  expect(written).toEqual({ origins: 0, statuses: 0, letters: 0 });

  // What the release before writes while both run.
  await sql`insert into threads (thread_id, title, origin) values (${newId("thr")}, 'Another', 'task')`;
  await sql`
    insert into idempotency_keys (principal, method, path, key, request_hash, status, body)
    values (${Buffer.alloc(32)}, 'POST', '/made', 'other', ${Buffer.alloc(32)}, 200, '{}')`;
  await sql`insert into index_dirty (entity_id, kind) values ('skl_other', 'skill')`;
  await sql`
    insert into index_dead_letters (version_id, skill_id, revision, reason) values (${newId("skv")}, 'skl_other', 1, 'Refused.')`;

  const [, back = ""] = readFileSync(FILE, "utf8").split("-- migrate:down");
  await sql.begin((tx) => tx.unsafe(back));
  const filled = await sql`
    select t.origin, k.status from threads t, idempotency_keys k where t.thread_id = ${thread_id} and k.key = 'k'`;
  expect(filled).toEqual([{ origin: "search", status: 200 }]);
});
