import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultProxy, openFaultProxy } from "@/e2e/faults/fault-proxy";
import { expect, type Product, test } from "@/e2e/faults/product";
import { Api } from "@/e2e/support/api";
import { type App, startApp } from "@/e2e/support/product";
import { makeEmptyDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { getReadiness } from "@/lib/contract/public/meta";
import { searchPost } from "@/lib/contract/public/search";
import { freePort } from "@/lib/start/ports";

/** A question that the starter library answers. */
const QUESTION = "how do I insert or update a row in postgres";
/** Time for a start on a filled database on a busy machine, including the wait for a missing search engine. */
const START_MS_MAX = 25_000;
const BACK_MS_MAX = 30_000;

let scratch: ScratchDatabase;
let app: App | null = null;

test.beforeAll(async ({ product }) => {
  scratch = await makeEmptyDatabase();
  const seeded = await startApp({ engines: enginesOf(product, scratch) });
  await seeded.stop();
});
test.afterEach(async () => {
  await app?.stop();
  app = null;
});
test.afterAll(() => scratch.drop());

type Away = { name: string; begin: (port: number, meili: number) => Promise<{ back(): Promise<FaultProxy> }> };

const aways: Away[] = [
  {
    name: "Meilisearch's port is closed",
    begin: async (port, meili) => ({ back: () => openFaultProxy(meili, port) }),
  },
  {
    name: "a proxy returns 503 for Meilisearch",
    async begin(port, meili) {
      const proxy = createServer((_request, response) => {
        response.writeHead(503, { "content-type": "text/html", connection: "close" });
        response.end("<html><body><h1>503 Service Unavailable</h1></body></html>\n");
      });
      await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
      return {
        async back() {
          const closed = new Promise((resolve) => proxy.close(resolve));
          proxy.closeAllConnections();
          await closed;
          return openFaultProxy(meili, port);
        },
      };
    },
  },
  {
    name: "Meilisearch accepts connections and never responds",
    async begin(port, meili) {
      const wire = await openFaultProxy(meili, port);
      wire.hang();
      return {
        async back() {
          wire.mend();
          return wire;
        },
      };
    },
  },
];

for (const [place, { name, begin }] of aways.entries()) {
  test(`start while ${name}: only search is degraded, until Meilisearch is back`, async ({ product }) => {
    const port = await freePort();
    const { back } = await begin(port, Number(new URL(product.meili.url).port));
    const begun = performance.now();
    const env = { MEILI_URL: `http://127.0.0.1:${port}`, MEILI_INDEX: `away_${place}` };
    app = await startApp({ engines: enginesOf(product, scratch), env });
    expect(performance.now() - begun).toBeLessThan(START_MS_MAX);
    expect(app.log()).toContain("Postgres answers searches");
    const api = new Api(app.url);
    expect(await seen(api)).toEqual({ degraded: true, found: true });
    expect((await api.ok(getReadiness)).data).toMatchObject({ status: "degraded", postgres: { status: "up" } });
    expect((await api.get("/skills")).status).toBe(200);

    const wire = await back();
    await expect.poll(() => seen(api), { timeout: BACK_MS_MAX }).toEqual({ degraded: false, found: true });
    expect(await held(product, `away_${place}`)).toBe(await offered());
    expect((await api.ok(getReadiness)).data.status).toBe("ready");
    api.close();
    await app.stop();
    app = null;
    await wire.close();
  });
}

test("start with a key that Meilisearch refuses: the start says so and search is degraded", async ({ product }) => {
  const env = { MEILI_KEY: "not the key of this engine", MEILI_INDEX: "away_refused" };
  app = await startApp({ engines: enginesOf(product, scratch), env });
  expect(app.log()).toMatch(/Meilisearch at http:\S+ refuses MEILI_KEY/);
  const api = new Api(app.url);
  expect(await seen(api)).toEqual({ degraded: true, found: true });
  expect((await api.ok(getReadiness)).data).toMatchObject({ status: "degraded", search: { status: "down" } });
  api.close();
});

function enginesOf({ engines }: Product, { url }: ScratchDatabase) {
  return { folder: engines.folder, environment: { ...engines.environment, DATABASE_URL: url } };
}

async function seen(api: Api): Promise<{ degraded: boolean; found: boolean }> {
  const { data } = await api.ok(searchPost, { q: QUESTION, preview: true });
  return { degraded: data.degraded, found: data.results.length > 0 };
}

/**
 * The number of indexed documents, once it equals the number of listed versions: after the swap, later changes follow.
 */
async function held({ meili }: Product, index: string): Promise<number> {
  for (let looks = 0; ; looks += 1) {
    const response = await fetch(`${meili.url}/indexes/${index}/stats`, {
      headers: { authorization: `Bearer ${meili.masterKey}` },
    });
    const { numberOfDocuments: count = 0 } = (await response.json()) as { numberOfDocuments?: number };
    if (count === (await offered()) || looks === 50) return count;
    await sleep(100);
  }
}

async function offered(): Promise<number> {
  const [row] = await scratch.sql<{ versions: number }[]>`select count(*)::int as versions from listed_versions`;
  return row?.versions ?? 0;
}
