import { chownSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Product, test } from "@/e2e/faults/product";
import { halfWritten, lost, notOnce, startWriters, type Writers } from "@/e2e/faults/writers";
import type { Api, Received } from "@/e2e/support/api";
import { database, openThread, question, type Thread } from "@/e2e/support/fixtures";
import { mountSmallDisk } from "@/e2e/support/product";
import { getReadiness } from "@/lib/contract/public/meta";
import { search } from "@/lib/contract/public/search";
import { openPlace } from "@/lib/start/instance-layout";

const DISK_MB = 48;
const LEFT_BYTES = 200_000;
const WRITERS = 4;
const SPARE_THREADS = 50;
const TABLES = ["threads", "messages", "append_keys", "idempotency_keys"];

let thread: Thread;
let spare: Thread[];
let writers: Writers;

test.beforeEach(async ({ product }) => {
  spare = await Promise.all(Array.from({ length: SPARE_THREADS }, () => openThread(product.api)));
  thread = await openThread(product.api);
  writers = startWriters(product.api, WRITERS);
  await writesPass();
});

test.afterEach(async () => {
  await writers.finish();
  expect(writers.writes.flatMap((write) => write.refusals)).toEqual([]);
  expect(await lost(writers.writes)).toEqual([]);
  expect(await notOnce(writers.writes)).toEqual([]);
  expect(await halfWritten()).toEqual([]);
});

test("read-only database: writes are 503, reads continue, and writes recover automatically", async ({ product }) => {
  await setReadOnly("on");
  try {
    await storesNothing(product, "read_only");
  } finally {
    await setReadOnly("off");
  }
  await isBack(product);
});

test("full disk: writes are 503, reads continue, and writes recover automatically", async ({ product }) => {
  const full = await fillDisk(product);
  try {
    await storesNothing(product, "no_room");
    full.makeRoom();
    await isBack(product);
  } finally {
    await full.undo();
  }
});

test("no request fails while a column's type changes", async () => {
  for (const type of ["jsonb", "json", "jsonb", "json"]) {
    // Every write reads it in the transaction that stores its effect.
    await database().unsafe(`alter table idempotency_keys alter column body type ${type} using body::${type}`);
    await writesPass();
  }
  await writers.finish();
  const unavailable = writers.writes.filter((write) => write.attempts > 1);
  expect(unavailable.map((write) => `${write.kind}: ${write.attempts} attempts`)).toEqual([]);
});

async function writesPass(): Promise<void> {
  const before = writers.acknowledged();
  await expect.poll(() => writers.acknowledged(), { intervals: [20], timeout: 20_000 }).toBeGreaterThan(before + 20);
}

/** Checked while the writers keep trying. */
async function storesNothing({ api }: Product, status: "read_only" | "no_room"): Promise<void> {
  // A thread accepts twenty replies, and the last free pages may hold more.
  const keys = [...spare, thread].flatMap((each) => Array.from({ length: 20 }, () => each));
  const reply = () => {
    const to = keys.pop() ?? thread;
    const body = { outcome: "failed", text: `${question()} ${"The database stored nothing. ".repeat(30)}` };
    return api.post(`/api/v1/posts/${to.thread_id}/replies`, body, { "x-service-append-key": to.append_key });
  };
  const asks = [
    () => api.post("/api/v1/search", { q: question() }),
    () => api.post("/api/v1/search", { q: question() }, { "idempotency-key": question().replaceAll(" ", "-") }),
    reply,
  ];
  for (const ask of asks) {
    const refused = await untilRefused(ask);
    expect([refused.status, api.problemOf(refused).code]).toEqual([503, "unavailable"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  for (const path of ["/api/v1/posts", "/api/v1/skills?q=postgres", `/threads/${thread.thread_id}`, "/skills"])
    expect((await api.get(path)).status, path).toBe(200);
  const data = await searchWithoutThread(api);
  expect(data).toMatchObject({ thread: null, canonical_url: null, degraded: true });
  expect(data.search_note).toContain("No thread was opened");
  expect(data.results.length).toBeGreaterThan(0);
  const ready = (await api.ok(getReadiness)).data;
  expect([ready.status, ready.postgres.status]).toEqual(["degraded", status]);
  expect((await api.get("/status")).text).toContain(ready.postgres.detail);
}

/** The first response of a search that could open no thread: each opened thread uses some of the remaining space. */
async function searchWithoutThread(api: Api) {
  const until = Date.now() + 60_000;
  for (;;) {
    const { data } = await api.ok(search, { q: "upsert a row in postgres" });
    if (data.thread === null || Date.now() > until) return data;
  }
}

/** The first unsuccessful response: free pages of a table may still hold some rows. */
async function untilRefused(ask: () => Promise<Received>): Promise<Received> {
  const until = Date.now() + 60_000;
  for (;;) {
    const received = await ask();
    if (received.status >= 300 || Date.now() > until) return received;
  }
}

async function isBack({ api }: Product): Promise<void> {
  await writesPass();
  await openThread(api);
  const status = async () => (await api.ok(getReadiness)).data.status;
  await expect.poll(status, { intervals: [200], timeout: 20_000 }).toBe("ready");
}

async function setReadOnly(value: "on" | "off"): Promise<void> {
  await database()`set default_transaction_read_only = off`;
  await database().unsafe(
    value === "on"
      ? "alter system set default_transaction_read_only = on"
      : "alter system reset default_transaction_read_only",
  );
  await database()`select pg_reload_conf()`;
}

/**
 * Moves the tables that searches write to a small disk and fills it. If this process cannot mount a disk, Postgres
 * raises the disk-full error artificially; then Postgres's behaviour on a real full disk is not tested.
 */
async function fillDisk({ engines }: Product): Promise<{ makeRoom(): void; undo(): Promise<void> }> {
  const sql = database();
  const folder = path.join(engines.folder, "small-disk");
  const disk = mountSmallDisk(folder, DISK_MB);
  if (!disk) return raiseDiskFull();
  const { runAs } = openPlace({ state: engines.folder });
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  await sql.unsafe(`create tablespace small_disk location '${folder}'`);
  for (const table of TABLES) await sql`alter table ${sql(table)} set tablespace small_disk`;
  const filler = path.join(folder, "filler");
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
  return {
    makeRoom: () => rmSync(filler),
    async undo() {
      rmSync(filler, { force: true });
      await writers.finish();
      for (const table of TABLES) await sql`alter table ${sql(table)} set tablespace pg_default`;
      // Files of dropped tables stay until the next checkpoint.
      await sql`checkpoint`;
      await sql`drop tablespace small_disk`;
      disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function raiseDiskFull(): Promise<{ makeRoom(): void; undo(): Promise<void> }> {
  const says = "This process may not mount a disk: Postgres raised the error of a full one (53100) by itself.";
  console.log(says);
  test.info().annotations.push({ type: "not seen", description: says });
  const sql = database();
  await sql.unsafe(`
    create function raise_disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger disk_full before insert on messages for each row execute function raise_disk_full();`);
  const undo = sql.unsafe.bind(sql, "drop function if exists raise_disk_full() cascade");
  let room: Promise<unknown> = Promise.resolve();
  return {
    makeRoom() {
      room = undo().then(() => {});
    },
    async undo() {
      await room;
    },
  };
}
