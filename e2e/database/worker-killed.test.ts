import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import { insertOperation } from "@/db/queries/operations";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { creation } from "@/e2e/support/submitting";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";
import { newId } from "@/lib/platform/ids";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/**
 * To the database, the end of a process and the end of its connection are the same: the transaction is rolled back. So
 * most kills here close the connection, which needs no new process. A milestone run uses twenty or more real kills.
 */
const KILLS = Number(process.env.CAIRN_WORKER_KILLS ?? 3);
const CUTS = 17;
const DEATHS = KILLS + CUTS;
const WORKERS = 2;
const CONNECTIONS = 5;
/** This many submissions of each batch have their own text; the others repeat one of them. */
const FRESH = 8;
const REPEATED = 2;
const SETTLED_BETWEEN_DEATHS = 3;

test("each submission is processed once although workers die in between", { tag: "@slow" }, async () => {
  test.setTimeout(240_000 + KILLS * 20_000);
  const scratch = await makeScratchDatabase();
  const workers = new Set<ChildProcess>();
  const start = () => workers.add(startWorker(scratch.url));
  try {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => addConnection(scratch.sql)));
    for (let i = 0; i < WORKERS; i += 1) start();
    let inTheMiddle = 0;
    for (let death = 0; death < DEATHS; death += 1) {
      await addBatch(scratch.sql, connections);
      const before = await settled(scratch.sql);
      await expect
        .poll(() => settled(scratch.sql), { intervals: [3] })
        .toBeGreaterThanOrEqual(before + SETTLED_BETWEEN_DEATHS);
      // Spreads the kills among the closed connections.
      const isKill = Math.floor(((death + 1) * KILLS) / DEATHS) > Math.floor((death * KILLS) / DEATHS);
      if (isKill) {
        const [victim] = workers;
        if (!victim) throw new Error("There is no worker to kill.");
        expect(victim.exitCode, "no worker ends by itself").toBeNull();
        victim.kill("SIGKILL");
        await once(victim, "exit");
        workers.delete(victim);
        start();
      } else await cutOne(scratch.sql);
      if ((await waiting(scratch.sql)) > 0) inTheMiddle += 1;
    }
    await expect.poll(() => waiting(scratch.sql), { intervals: [50] }).toBe(0);
    expect(inTheMiddle, "deaths with submissions left to settle").toBeGreaterThan(DEATHS / 2);
    await nothingLostOrTwice(scratch, DEATHS);
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
    await scratch.drop();
  }
});

function startWorker(url: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "e2e/database/settle-forever.ts"], {
    cwd: PROJECT_ROOT,
    stdio: "ignore",
    env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "silent", DATABASE_URL: url },
  });
}

/** Closes the connection of a worker in the middle of a transaction, as soon as there is one. */
async function cutOne(sql: postgres.Sql): Promise<void> {
  const cut = async () => {
    const [row] = await sql<{ cut: boolean }[]>`
      select pg_terminate_backend(a.pid) as cut
      from pg_stat_activity a
      where a.datname = current_database() and a.application_name = 'cairn' and a.xact_start is not null
      limit 1`;
    return row?.cut ?? false;
  };
  await expect.poll(cut, { intervals: [1] }).toBe(true);
}

async function addConnection(sql: postgres.Sql): Promise<string> {
  const connection_id = newId("con");
  await sql`
    insert into connections (connection_id, name, token_hash)
    values (${connection_id}, 'Submitter', sha256(${connection_id}::bytea))`;
  await sql`insert into feeds (connection_id) values (${connection_id})`;
  return connection_id;
}

async function addBatch(sql: postgres.Sql, connections: string[]): Promise<void> {
  const fresh = Array.from({ length: FRESH }, () => creation());
  const batch = [...fresh, ...fresh.slice(0, REPEATED)];
  await sql.begin(async (tx) => {
    for (const [i, submission] of batch.entries())
      await insertOperation(tx, {
        operation_ref: newId("kop"),
        connection_id: connections[i % connections.length] ?? "",
        kind: "skill_submission",
        state: "pending",
        request: JSON.parse(JSON.stringify({ request_id: newId("req"), submission })),
      });
  });
}

async function count(sql: postgres.Sql, query: postgres.PendingQuery<{ count: number }[]>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${query}) counted`;
  return row?.count ?? 0;
}

function settled(sql: postgres.Sql): Promise<number> {
  return count(sql, sql`select from operations o where o.state in ('succeeded', 'rejected', 'failed')`);
}

function waiting(sql: postgres.Sql): Promise<number> {
  return count(sql, sql`select from operations o where o.state in ('pending', 'running')`);
}

/**
 * Every text is one version of one skill with its decision, log entries and deliveries; every repetition is rejected.
 */
async function nothingLostOrTwice({ sql }: ScratchDatabase, batches: number): Promise<void> {
  const [state] = await sql`
    select (select count(*)::int from operations o where o.state = 'succeeded') as succeeded,
           (select count(*)::int from operations o where o.problem ->> 'code' = 'duplicate_content') as repeated,
           (select count(*)::int from operations) as operations,
           (select count(*)::int from skills s where s.selection_revision = 1) as skills,
           (select count(*)::int from skill_versions) as versions,
           (select count(distinct v.content_sha256)::int from skill_versions v) as texts,
           (select count(distinct v.operation_ref)::int from skill_versions v) as origins,
           (select count(*)::int from decisions) as decisions,
           (select count(*)::int from publish_log) as log,
           (select count(*)::int from index_dirty) as dirty,
           (select count(*)::int from deliveries) as deliveries,
           (select count(distinct d.operation_ref)::int from deliveries d) as told,
           (select count(*)::int
            from feeds f
            where f.last_sequence <> (select count(*) from deliveries d where d.connection_id = f.connection_id)) as gaps`;
  const fresh = batches * FRESH;
  const all = batches * (FRESH + REPEATED);
  expect(state).toEqual({
    succeeded: fresh,
    repeated: all - fresh,
    operations: all,
    skills: fresh,
    versions: fresh,
    texts: fresh,
    origins: fresh,
    decisions: fresh,
    log: 2 * fresh,
    dirty: fresh,
    deliveries: all,
    told: all,
    gaps: 0,
  });
  expect(await verifyWholeLog(sql)).toMatchObject({ ok: true });
}
