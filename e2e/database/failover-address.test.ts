import { createServer, type Server } from "node:net";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { closeDatabase, read, transaction } from "@/db/client";
import { startEngines, type TestEngines, throwAwayFolder } from "@/e2e/support/product";
import { takeSettings } from "@/e2e/support/scratch-library";
import { freePort } from "@/lib/start/ports";

const { DATABASE_URL, DATABASE_TIMEOUT_MS } = process.env;
const CALLS = 40;
const REFUSE_MS_MAX = 4_500;
const ATTEMPTS_MAX = 400;

let engines: TestEngines[] = [];

test.beforeAll(async () => {
  engines = await Promise.all(
    ["one", "two"].map((name) => startEngines(throwAwayFolder(name), { meilisearch: false })),
  );
});
test.afterEach(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_URL, DATABASE_TIMEOUT_MS });
});
test.afterAll(() => Promise.all(engines.map((each) => each.close())));

test("an address with two hosts and the driver's options works", async () => {
  const [, two] = engines;
  // The first host does not exist.
  takeSettings({ DATABASE_URL: `${address([await freePort(), portOf(two)], two)}&prepare=false&max=5` });
  // Opening a connection may take longer than a call waits for one, because the missing host is tried first.
  await Promise.all(Array.from({ length: 5 }, () => read((sql) => sql`select pg_sleep(0.1)`)));
  const used = await Promise.all(
    Array.from({ length: CALLS }, () =>
      transaction(async (sql) => {
        const [row] = await sql<{ port: number; pid: number; prepared: number }[]>`
          select inet_server_port() as port, pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as prepared
          from pg_sleep(${0.01})`;
        return row;
      }),
    ),
  );
  expect(new Set(used.map((row) => row?.port))).toEqual(new Set([portOf(two)]));
  expect(new Set(used.map((row) => row?.pid)).size).toBeLessThanOrEqual(5);
  expect(used.every((row) => row?.prepared === 0)).toBe(true);
});

test("writes follow the primary in both directions without a restart", async () => {
  const [one, two] = engines;
  if (!one || !two) throw new Error("two servers are needed");
  await Promise.all(engines.map((engine) => onServer(engine, "create table if not exists kept (n int)")));
  // Both servers have the password of the first, so that one address fits both.
  await onServer(two, `alter role cairn password '${decodeURIComponent(new URL(one.postgres.url).password)}'`);
  takeSettings({ DATABASE_URL: `${address([portOf(one), portOf(two)], one)}&target_session_attrs=read-write` });
  const write = () =>
    transaction(async (sql) => {
      await sql`insert into kept (n) values (${1})`;
      const [row] = await sql<{ port: number }[]>`select inet_server_port() as port`;
      return row?.port ?? 0;
    }).catch(() => 0);
  const own = (engine: TestEngines | undefined) => (engine === two ? one.postgres.url : undefined);
  for (const [takes, refuses] of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    await onServer(refuses, "alter system set default_transaction_read_only = on", own(refuses));
    await onServer(takes, "alter system reset default_transaction_read_only", own(takes));
    const many = async () => [...new Set(await Promise.all(Array.from({ length: CALLS }, write)))];
    await expect.poll(many, { intervals: [50], timeout: 10_000 }).toEqual([portOf(takes)]);
  }
});

test("while no host responds, calls are refused in time and reconnects are limited", async () => {
  const [one] = engines;
  let attempts = 0;
  const servers: Server[] = [];
  for (const _ of ["one", "two"]) {
    const server = createServer((socket) => {
      attempts += 1;
      socket.resetAndDestroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
  }
  const ports = servers.map((server) => Object(server.address()).port as number);
  // The default deadline: other tests use longer deadlines.
  takeSettings({ DATABASE_URL: `${address(ports, one)}`, DATABASE_TIMEOUT_MS: undefined });
  const began = Date.now();
  const answers = await Promise.all(
    Array.from({ length: CALLS }, () => read((sql) => sql`select 1`).catch((error: unknown) => error)),
  );
  expect(Date.now() - began).toBeLessThan(REFUSE_MS_MAX);
  for (const answer of answers) expect(answer).toMatchObject({ code: "unavailable" });
  expect(attempts).toBeLessThan(ATTEMPTS_MAX);
  for (const server of servers) server.close();
});

function portOf(engine: TestEngines | undefined): number {
  return Number(new URL(engine?.postgres.url ?? "").port);
}

/** The server's address with other hosts. */
function address(ports: number[], engine: TestEngines | undefined): string {
  const url = new URL(engine?.postgres.url ?? "");
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return url.href.replace(url.host, hosts);
}

/** Runs a statement on one server, read-only or not; reloads the settings afterwards. */
async function onServer(engine: TestEngines, statement: string, password = engine.postgres.url): Promise<void> {
  const url = new URL(engine.postgres.url);
  url.password = new URL(password).password;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql`set default_transaction_read_only = off`;
    await sql.unsafe(statement);
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end();
  }
}
