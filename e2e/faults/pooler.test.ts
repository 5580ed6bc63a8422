import { expect, type Product, test } from "@/e2e/faults/product";
import { halfWritten, lost, notOnce, startWriters } from "@/e2e/faults/writers";
import { database } from "@/e2e/support/fixtures";
import { type PoolMode, startPooler } from "@/e2e/support/pooler";
import { startApp } from "@/e2e/support/product";

const WRITES = 2_000;
const WRITERS = 12;
const KILL_EVERY = 200;

test.afterAll(async ({ product }) => {
  await product.app().stop();
  await product.start();
});

for (const mode of ["transaction", "session"] as const) {
  test(`${WRITES} writes through PgBouncer in ${mode} mode survive killed connections without a loss`, async ({
    product,
  }) => {
    await through(product, mode, async (restartPooler) => {
      const writers = startWriters(product.api, WRITERS);
      const acknowledged = (count: number) =>
        expect
          .poll(() => writers.acknowledged(), { intervals: [20], timeout: 20_000 })
          .toBeGreaterThan(count)
          .then(
            () => true,
            () => false,
          );
      let kills = 0;
      for (let count = KILL_EVERY; (await acknowledged(count)) && count < WRITES; count += KILL_EVERY) {
        if (count === WRITES / 2) await restartPooler();
        else kills += await killSessions();
      }
      await writers.finish();
      const { writes } = writers;
      expect((await lost(writes)).length, `lost of ${writers.acknowledged()} that were acknowledged`).toBe(0);
      expect(writes.flatMap((write) => write.refusals)).toEqual([]);
      expect(await notOnce(writes)).toEqual([]);
      expect(await halfWritten()).toEqual([]);
      expect(writers.acknowledged()).toBeGreaterThan(WRITES);
      await expect.poll(leaders, { timeout: 20_000 }).toBe(1);
      expect(kills, "sessions of the server that were ended").toBeGreaterThan(10);
    });
  });
}

test("PgBouncer in statement mode is refused with a one-line message and a remedy", async ({ product }) => {
  const pooler = await startPooler(product.engines, "statement");
  try {
    const starting = startApp({ engines: product.engines, env: { DATABASE_URL: pooler.url } });
    await expect(starting).rejects.toThrow(
      /The pooler in DATABASE_URL is in statement mode, .*: set pool_mode = transaction or session in PgBouncer, or/,
    );
  } finally {
    await pooler.close();
  }
});

/** Runs `work` while the product reaches its database only through PgBouncer. */
async function through(
  product: Product,
  mode: PoolMode,
  work: (restartPooler: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const pooler = await startPooler(product.engines, mode);
  try {
    await product.app().stop();
    await product.start({ DATABASE_URL: pooler.url });
    await work(pooler.restart);
  } finally {
    await product.app().stop();
    await pooler.close();
  }
}

/** The number of processes that write the index. */
async function leaders(): Promise<number> {
  const rows = await database()<{ holder: string }[]>`
    select l.holder
    from leases l
    where l.held_until > clock_timestamp()`;
  return rows.length;
}

/** Kills half of the product's sessions during their work; returns their number. */
async function killSessions(): Promise<number> {
  const ended = await database()<{ ended: boolean }[]>`
    with working as materialized (
      select a.pid
      from pg_stat_activity a
      where a.application_name = 'cairn' and a.datname = current_database() and a.pid % 2 = 0
    )
    select pg_terminate_backend(working.pid) as ended
    from working`;
  return ended.length;
}
