import { connect, createServer, type Server, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { closeDatabase, read, readAtLeisure, type Sql, transaction } from "@/db/client";
import { aloneOnDatabase } from "@/db/start";
import { expectWithin } from "@/e2e/support/measuring";
import { startEngines, type TestEngines, throwAwayFolder } from "@/e2e/support/product";
import { takeSettings } from "@/e2e/support/scratch";

const { DATABASE_URL, DATABASE_TIMEOUT_MS } = process.env;
const CALLS = 40;
/** As many as the pool has connections, so that no call waits for another one. */
const AT_ONCE = 10;
/** Nothing listens here. */
const NO_PORT = 1;
const REFUSE_MS_MAX = 4_500;
const ATTEMPTS_MAX = 400;

let engines: TestEngines[] = [];
const hosts: Host[] = [];

test.beforeAll(async () => {
  engines = await Promise.all(
    ["one", "two"].map((name) => startEngines(throwAwayFolder(name), { meilisearch: false })),
  );
  // Both servers have the password of the first, so that one address fits both.
  const [one, two] = engines;
  const password = new URL(one?.postgres.url ?? "").password;
  await onServer(two, `alter role cairn password '${decodeURIComponent(password)}'`, two?.postgres.url);
});
test.afterEach(async () => {
  for (const host of hosts.splice(0)) host.close();
  await closeDatabase();
  takeSettings({ DATABASE_URL, DATABASE_TIMEOUT_MS });
});
test.afterAll(() => Promise.all(engines.map((each) => each.close())));

test("an address with two hosts and the driver's options works", { tag: "@slow" }, async () => {
  const [, two] = engines;
  takeSettings({ DATABASE_URL: `${address([NO_PORT, portOf(two)])}&prepare=false&max=5` });
  const ask = () =>
    transaction(async (sql) => {
      const [row] = await sql<{ port: number; pid: number; prepared: number }[]>`
        select inet_server_port() as port, pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as prepared
        where ${true}`;
      return row;
    });
  const used = await Promise.all(Array.from({ length: CALLS }, () => patiently(ask)));
  expect(new Set(used.map((row) => row?.port))).toEqual(new Set([portOf(two)]));
  expect(new Set(used.map((row) => row?.pid)).size).toBeLessThanOrEqual(5);
  expect(used.every((row) => row?.prepared === 0)).toBe(true);
});

test("a pool does not try a host that has refused the previous pool", { tag: "@slow" }, async () => {
  const [, two] = engines;
  const dead = await openHost((socket) => socket.resetAndDestroy());
  takeSettings({ DATABASE_URL: address([dead.port, portOf(two)]) });
  while (dead.attempts() === 0) {
    await transaction(serverPort);
    await closeDatabase();
  }
  const before = dead.attempts();
  const ports = await Promise.all(Array.from({ length: AT_ONCE }, () => transaction(serverPort)));
  expect(new Set(ports)).toEqual(new Set([portOf(two)]));
  // Never, unless the other host is too slow to answer. Connections in turn would try it for every second one.
  expect(dead.attempts() - before).toBeLessThan(AT_ONCE / 2);
});

test("calls succeed while a host accepts connections and never answers", { tag: "@slow" }, async () => {
  const [, two] = engines;
  const silent = await openHost(() => {});
  takeSettings({ DATABASE_URL: address([silent.port, portOf(two)]) });
  const ports = await Promise.all(Array.from({ length: AT_ONCE }, () => transaction(serverPort)));
  expect(new Set(ports)).toEqual(new Set([portOf(two)]));
  expect(await readAtLeisure(serverPort)).toBe(portOf(two));
  expect(silent.attempts()).toBeGreaterThan(0);
});

test("the start uses the other host while one accepts connections and never answers", { tag: "@slow" }, async () => {
  const [, two] = engines;
  const silent = await openHost(() => {});
  expect(await aloneOnDatabase(address([silent.port, portOf(two)]), serverPort)).toBe(portOf(two));
  expect(silent.attempts()).toBeGreaterThan(0);
});

test("what was refused while no host responded is never stored afterwards", { tag: "@slow" }, async () => {
  const [, two] = engines;
  await onServer(two, "create table if not exists refused (n int); truncate refused");
  let isUp = false;
  const meet = (near: Socket) => (isUp ? forward(near, portOf(two)) : near.resetAndDestroy());
  const both = [await openHost(meet), await openHost(meet)];
  const attempts = () => both.reduce((sum, host) => sum + host.attempts(), 0);
  const ports = both.map(({ port }) => port);
  takeSettings({ DATABASE_URL: address(ports), DATABASE_TIMEOUT_MS: "1000" });
  const store = (n: number) => transaction((sql) => sql`insert into refused (n) values (${n})`);
  const refused = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => store(n)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  // The refused calls no longer try to connect.
  let before = -1;
  const isQuiet = () => {
    const quiet = attempts() === before;
    before = attempts();
    return quiet;
  };
  await expect.poll(isQuiet, { intervals: [1_000] }).toBe(true);
  isUp = true;
  await closeDatabase();
  takeSettings({ DATABASE_TIMEOUT_MS });
  await patiently(() => store(100));
  const rows = await patiently(() => read((sql) => sql<{ n: number }[]>`select distinct n from refused`));
  expect(rows.map(({ n }) => n)).toEqual([100]);
});

test("writes follow the primary in both directions without a restart", { tag: "@slow" }, async () => {
  const [one, two] = engines;
  await Promise.all(engines.map((engine) => onServer(engine, "create table if not exists kept (n int)")));
  takeSettings({ DATABASE_URL: `${address([portOf(one), portOf(two)])}&target_session_attrs=read-write` });
  const write = () =>
    patiently(() =>
      transaction(async (sql) => {
        await sql`insert into kept (n) values (${1})`;
        return await serverPort(sql);
      }),
    );
  for (const [takes, refuses] of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    await onServer(refuses, "alter system set default_transaction_read_only = on");
    await onServer(takes, "alter system reset default_transaction_read_only");
    const many = async () => [...new Set(await Promise.all(Array.from({ length: AT_ONCE }, write)))];
    await expect.poll(many, { intervals: [50] }).toEqual([portOf(takes)]);
  }
  await onServer(two, "alter system reset default_transaction_read_only");
});

test("while no host responds, calls are refused in time and reconnects are limited", { tag: "@slow" }, async () => {
  await expectWithin("refusing calls while no host responds", REFUSE_MS_MAX, async () => {
    const both = [
      await openHost((socket) => socket.resetAndDestroy()),
      await openHost((socket) => socket.resetAndDestroy()),
    ];
    await closeDatabase();
    // The default deadline: other tests use longer deadlines.
    takeSettings({ DATABASE_URL: address(both.map(({ port }) => port)), DATABASE_TIMEOUT_MS: undefined });
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () => read((sql) => sql`select 1`).catch((error: unknown) => error)),
    );
    const took = performance.now() - began;
    for (const answer of answers) expect(answer).toMatchObject({ code: "unavailable" });
    expect(both.reduce((sum, host) => sum + host.attempts(), 0)).toBeLessThan(ATTEMPTS_MAX);
    return took;
  });
});

/** Asks again while the call is refused, as it may be on a slow machine. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  const values: T[] = [];
  await expect(async () => {
    values.push(await call());
  }).toPass();
  return values[0] as T;
}

async function serverPort(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ port: number }[]>`select inet_server_port() as port`;
  return row?.port;
}

type Host = { port: number; attempts(): number; close(): void };

/** A host that does this with each connection. Closed after the test. */
async function openHost(meet: (socket: Socket) => void): Promise<Host> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket.on("error", () => socket.destroy()));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = {
    port: Object(server.address()).port as number,
    attempts: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  hosts.push(host);
  return host;
}

function forward(near: Socket, port: number): void {
  const far = connect(port, "127.0.0.1");
  near.pipe(far).pipe(near);
  near.once("close", () => far.destroy());
  far.on("error", () => near.destroy());
}

function portOf(engine: TestEngines | undefined): number {
  return Number(new URL(engine?.postgres.url ?? "").port);
}

/** The address of a database on these ports. */
function address(ports: number[]): string {
  const url = new URL(engines[0]?.postgres.url ?? "");
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return url.href.replace(url.host, hosts);
}

/** Runs a statement on one server, read-only or not; reloads the settings afterwards. */
async function onServer(engine: TestEngines | undefined, statement: string, at = address([portOf(engine)])) {
  const sql = postgres(at, { max: 1, onnotice: () => {} });
  try {
    await sql`set default_transaction_read_only = off`;
    await sql.unsafe(statement);
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end();
  }
}
