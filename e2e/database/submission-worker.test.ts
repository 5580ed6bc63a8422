import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { insertOperation } from "@/db/queries/operations";
import { exactLog } from "@/db/queries/publish-log";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { creation } from "@/e2e/support/submitting";
import { verifyLog } from "@/lib/domain/publish-log/publish-log";
import {
  failSubmission,
  type Publishing,
  SettlingFailed,
  settleNext,
} from "@/lib/domain/submissions/settle-submission";
import { newId } from "@/lib/platform/ids";

const WORKERS = 8;

let scratch: ScratchDatabase;
let sql: postgres.Sql;

test.beforeEach(async () => {
  scratch = await makeScratchDatabase();
  sql = postgres(scratch.url, { max: WORKERS, onnotice: () => {} });
});
test.afterEach(async () => {
  await sql.end();
  await scratch.drop();
});

async function addConnection(): Promise<string> {
  const connection_id = newId("con");
  await sql`
    insert into connections (connection_id, name, token_hash)
    values (${connection_id}, 'A worker''s customer', sha256(${connection_id}::bytea))`;
  await sql`insert into feeds (connection_id) values (${connection_id})`;
  return connection_id;
}

async function addSubmission(connection_id: string, submission: Record<string, unknown>): Promise<string> {
  const operation_ref = newId("kop");
  const request = JSON.parse(JSON.stringify({ request_id: newId("req"), submission }));
  await insertOperation(sql, { operation_ref, connection_id, kind: "skill_submission", state: "pending", request });
  return operation_ref;
}

function settle(publishing: Publishing = "automatic"): Promise<boolean> {
  return sql.begin((tx) => settleNext(tx, { publishing })).then(Boolean);
}

async function stateOf(operation_ref: string) {
  const [row] = await sql<{ state: string; result: object | null; problem: { code: string } | null }[]>`
    select o.state, o.result, o.problem from operations o where o.operation_ref = ${operation_ref}`;
  return row;
}

async function counts() {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from skills) as skills, (select count(*)::int from skill_versions) as versions,
           (select count(*)::int from deliveries) as deliveries, (select count(*)::int from decisions) as decisions,
           (select count(*)::int from publish_log) as log, (select count(*)::int from index_dirty) as dirty`;
  return row;
}

test("a killed worker leaves no partial work, and the next one does all of it once", async () => {
  const connection_id = await addConnection();
  const operation_ref = await addSubmission(connection_id, creation());
  const before = await counts();
  for (let death = 0; death < 3; death += 1) {
    const died = sql.begin(async (tx) => {
      expect(await settleNext(tx, { publishing: "automatic" })).toBe(true);
      throw new Error("killed");
    });
    await expect(died).rejects.toThrow("killed");
    expect([await counts(), (await stateOf(operation_ref))?.state]).toEqual([before, "pending"]);
  }
  expect(await settle()).toBe(true);
  expect(await settle()).toBe(false);
  expect(await stateOf(operation_ref)).toMatchObject({ state: "succeeded" });
  expect(await counts()).toEqual({ skills: 1, versions: 1, deliveries: 1, decisions: 1, log: 2, dirty: 1 });
});

test("eight workers process every submission once, and of identical texts one is published", async () => {
  const connections = await Promise.all(Array.from({ length: 4 }, addConnection));
  const texts = Array.from({ length: 10 }, () => creation());
  const refs: string[] = [];
  for (const text of texts)
    for (const connection_id of connections) refs.push(await addSubmission(connection_id, text));
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (await settle());
    }),
  );
  const states = await Promise.all(refs.map(stateOf));
  expect(states.filter((row) => row?.state === "succeeded")).toHaveLength(10);
  expect(states.filter((row) => row?.problem?.code === "duplicate_content")).toHaveLength(30);
  expect(await counts()).toEqual({ skills: 10, versions: 10, deliveries: 40, decisions: 10, log: 20, dirty: 10 });
  const gaps = await sql`
    select f.connection_id
    from feeds f
    where f.last_sequence <> (select count(*) from deliveries d where d.connection_id = f.connection_id)`;
  expect(gaps).toHaveLength(0);
  expect(verifyLog(await exactLog(sql, { after: "0", limit: 1_000 }))).toMatchObject({ ok: true });
});

test("eight workers on updates of one skill from one revision select one of them", async () => {
  const connection_id = await addConnection();
  await addSubmission(connection_id, creation());
  await settle();
  const [skill] = await sql<{ skill_id: string; selected_version_id: string }[]>`
    select s.skill_id, s.selected_version_id from skills s`;
  const target = { kind: "update", skill_id: skill?.skill_id, base_version_id: skill?.selected_version_id };
  const refs: string[] = [];
  for (let i = 0; i < 20; i += 1)
    refs.push(await addSubmission(connection_id, creation({ ...target, observed_selection_revision: "1" })));
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (await settle());
    }),
  );
  const states = await Promise.all(refs.map(stateOf));
  expect(states.filter((row) => row?.state === "succeeded")).toHaveLength(1);
  expect(states.filter((row) => row?.problem?.code === "selection_revision_conflict")).toHaveLength(19);
  const [after] = await sql`select s.selection_revision, s.last_ordinal from skills s`;
  expect(after).toEqual({ selection_revision: "2", last_ordinal: "2" });
});

test("a submission is skipped without waiting if its connection is paused or changing its controls", async () => {
  const [paused, busy, free] = await Promise.all([addConnection(), addConnection(), addConnection()]);
  await sql`update connections set control_mode = 'paused' where connections.connection_id = ${paused}`;
  const refs = [
    await addSubmission(paused, creation()),
    await addSubmission(busy, creation()),
    await addSubmission(free, creation()),
  ];
  await sql.begin(async (setter) => {
    await setter`select from connections c where c.connection_id = ${busy} for update`;
    expect(await settle()).toBe(true);
    expect(await settle()).toBe(false);
  });
  const states = async () => (await Promise.all(refs.map(stateOf))).map((row) => row?.state);
  expect(await states()).toEqual(["pending", "pending", "succeeded"]);
  expect([await settle(), await settle()]).toEqual([true, false]);
  expect(await states()).toEqual(["pending", "succeeded", "succeeded"]);
});

test("with reviewed publishing nothing is published before a maintainer decides", async () => {
  const connection_id = await addConnection();
  const operation_ref = await addSubmission(connection_id, creation());
  await settle("reviewed");
  expect(await stateOf(operation_ref)).toMatchObject({
    state: "in_review",
    result: { because: "maintainers_decide", ref: null },
  });
  expect(await counts()).toMatchObject({ skills: 0, versions: 0, log: 0 });
});

test("a submission that cannot be processed is reported and does not block the next", async () => {
  const connection_id = await addConnection();
  const broken = await addSubmission(connection_id, { kind: "neither" });
  const sound = await addSubmission(connection_id, creation());
  const failure = await settle().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SettlingFailed);
  expect(failure).toMatchObject({ operation_ref: broken });
  await sql.begin((tx) => failSubmission(tx, broken));
  expect(await stateOf(broken)).toMatchObject({ state: "failed", problem: { code: "internal" } });
  expect(await settle()).toBe(true);
  expect(await stateOf(sound)).toMatchObject({ state: "succeeded" });
});
