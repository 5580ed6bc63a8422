import { expect, type Product, test } from "@/e2e/faults/product";
import { halfWritten, lost, notOnce, startWriters } from "@/e2e/faults/writers";
import { Api } from "@/e2e/support/api";
import { database } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { startStopwatch } from "@/e2e/support/measuring";
import { type Pooler, startPooler } from "@/e2e/support/pooler";
import { type App, startApp } from "@/e2e/support/product";
import { creation, submit } from "@/e2e/support/submitting";
import { searchPost } from "@/lib/contract/public/search";
import { freePort } from "@/lib/start/ports";

const WRITERS = 4;
/** Writes acknowledged in total: before the pooler restart, between the restart and the kill, and after the kill. */
const WRITES = { restart: 80, kill: 160, end: 240 };
const FOUND_MS_MAX = 2_000;
const TAKEN_OVER_MS_MAX = 10_000;
/** A released lease does not have to expire. */
const GIVEN_UP_MS_MAX = 1_500;

let pooler: Pooler;
let other: App;
let apis: [Api, Api];

test.beforeAll(async ({ product }) => {
  pooler = await startPooler(product.engines, "transaction");
  await product.app().stop();
  await recordLeases();
  const env = { DATABASE_URL: pooler.url };
  const starts = [product.start(env), startApp({ engines: product.engines, port: await freePort(), env })] as const;
  [, other] = await Promise.all(starts);
  apis = [product.api, new Api(other.url, { sockets: 1_000 })];
});

test.afterAll(async ({ product }) => {
  await Promise.all([product.app().stop(), other?.stop()]);
  apis?.[1].close();
  await pooler?.close();
  await database().unsafe("drop trigger record_leases on leases; drop function record_lease; drop table lease_history");
  await product.start();
});

test("two instances behind PgBouncer in transaction mode: one writes the index, both search, and a kill loses nothing", async ({
  product,
}) => {
  await expect.poll(() => writerAmong(product)).not.toBeNull();
  const callers = await Promise.all(apis.map((api) => connect(api)));
  const found = await Promise.all(callers.map(untilFoundByBoth));

  const writers = apis.map((api) => startWriters(api, WRITERS));
  const acknowledged = () => Math.min(...writers.map((each) => each.acknowledged())) * writers.length;
  const write = (count: number) =>
    expect.poll(acknowledged, { intervals: [20], timeout: 20_000 }).toBeGreaterThan(count);
  await write(WRITES.restart);
  await pooler.restart();
  await write(WRITES.kill);

  const victim = await writerAmong(product);
  if (!victim) throw new Error("Nobody writes the index.");
  const survivor = victim.pid === other.pid ? product.app() : other;
  await victim.kill9();
  const killed = performance.now();
  await expect
    .poll(() => writerAmong(product), { intervals: [50], timeout: TAKEN_OVER_MS_MAX })
    .toMatchObject({ pid: survivor.pid });
  const tookOver = performance.now() - killed;
  const left = callers[survivor.pid === other.pid ? 1 : 0];
  if (left) found.push(await untilFound(left, [left.api]));

  // It restarts while the survivor writes the index and leaves the index to it.
  await restart(product, victim);
  expect(victim.log().split("Starting Cairn.").at(-1)).toContain("search index: another process writes it");
  expect(await writerAmong(product)).toMatchObject({ pid: survivor.pid });
  await write(WRITES.end);
  await Promise.all(writers.map((each) => each.finish()));
  const writes = writers.flatMap((each) => each.writes);
  expect((await lost(writes)).length, `lost of ${writes.length} that were acknowledged`).toBe(0);
  expect(writes.flatMap((each) => each.refusals)).toEqual([]);
  expect(await notOnce(writes)).toEqual([]);
  expect(await halfWritten()).toEqual([]);

  expect(await survivor.stop()).toBe(0);
  await expect.poll(() => writerAmong(product)).toMatchObject({ pid: victimAgain(product, survivor).pid });
  const { overlaps, handed_over_ms } = await history();
  expect(overlaps, "two processes never held the lease at once").toEqual([]);
  expect(handed_over_ms).toBeLessThan(GIVEN_UP_MS_MAX);
  expect(Math.max(...found), `milliseconds until found: ${found.join(", ")}`).toBeLessThan(FOUND_MS_MAX);
  test.info().annotations.push({
    type: "milliseconds",
    description: `found after ${found.join(", ")}; taken over ${Math.round(tookOver)} after the kill, ${handed_over_ms} after a stop`,
  });
});

/** Submits a skill; returns the milliseconds until both instances find it. */
function untilFoundByBoth(caller: Caller): Promise<number> {
  return untilFound(caller, apis);
}

async function untilFound(caller: Caller, by: readonly Api[]): Promise<number> {
  const submission = creation();
  await submit(caller, submission);
  const spent = startStopwatch();
  await Promise.all(
    by.map((api) =>
      expect
        .poll(async () => (await api.ok(searchPost, { q: submission.title, preview: true })).data.results[0]?.title, {
          intervals: [50],
          timeout: 15_000,
        })
        .toBe(submission.title),
    ),
  );
  return Math.round(spent());
}

/** The instance that holds the lease of the index; null if there is none. */
async function writerAmong(product: Product): Promise<App | null> {
  const [row] = await database()<{ holder: string }[]>`
    select l.holder
    from leases l
    where l.name = 'search index' and l.held_until > clock_timestamp()`;
  return [product.app(), other].find((app) => row?.holder.split(" ").includes(String(app.pid))) ?? null;
}

async function restart(product: Product, victim: App): Promise<void> {
  const env = { DATABASE_URL: pooler.url };
  if (victim.pid !== other.pid) return product.start(env);
  other = await startApp({ engines: product.engines, port: Number(new URL(victim.url).port), env });
}

function victimAgain(product: Product, survivor: App): App {
  return survivor.pid === other.pid ? product.app() : other;
}

/** Makes the database record every change to the leases. */
async function recordLeases(): Promise<void> {
  await database().unsafe(`
    create table lease_history (
      place bigint generated always as identity,
      at timestamptz not null default clock_timestamp(),
      what text not null,
      holder text not null,
      held_until timestamptz not null
    );
    create function record_lease() returns trigger language plpgsql as $$
    begin
      insert into lease_history (what, holder, held_until)
      select tg_op, changed.holder, changed.held_until
      from (select (case when tg_op = 'DELETE' then old else new end).*) changed;
      return null;
    end $$;
    create trigger record_leases after insert or update or delete on leases
      for each row execute function record_lease();`);
}

/** Leases that began before the previous one ended, and the time until the last released one was taken again. */
async function history(): Promise<{ overlaps: string[]; handed_over_ms: number }> {
  const rows = await database()<{ what: string; at: Date; before: string | null; overlaps: boolean; ms: number }[]>`
    select h.what, h.at, lag(h.what) over in_order as before,
           coalesce(h.holder <> lag(h.holder) over in_order and lag(h.what) over in_order <> 'DELETE'
                    and h.at < lag(h.held_until) over in_order, false) as overlaps,
           (extract(epoch from h.at - lag(h.at) over in_order) * 1000)::int as ms
    from lease_history h
    window in_order as (order by h.place)
    order by h.place`;
  return {
    overlaps: rows.filter((row) => row.overlaps).map((row) => row.at.toISOString()),
    handed_over_ms: rows.findLast((row) => row.before === "DELETE")?.ms ?? Number.POSITIVE_INFINITY,
  };
}
