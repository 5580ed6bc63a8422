import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@/e2e/faults/product";
import { Api } from "@/e2e/support/api";
import { NOTICED_MS, NOTICED_MS_MAX, startBalancer } from "@/e2e/support/balancer";
import { question } from "@/e2e/support/fixtures";
import { startApp } from "@/e2e/support/product";
import { getLiveness } from "@/lib/contract/public/meta";
import { searchPost } from "@/lib/contract/public/search";
import { freePort } from "@/lib/start/ports";

const INSTANCES = 2;
const CALLERS = 6;
/** Pause between the requests of one caller: the test measures lost requests, not throughput. */
const PAUSE_MS = 25;
const REQUESTS_MIN = 300;
const DELAY_MS = NOTICED_MS_MAX;

test("a rolling restart behind a load balancer loses no request", async ({ product }) => {
  const { engines } = product;
  // The test measures losses during a restart, not deadlines, which a busy machine misses anyway.
  const env = { SHUTDOWN_DELAY_MS: String(DELAY_MS), DATABASE_TIMEOUT_MS: "20000" };
  const ports = await Promise.all(Array.from({ length: INSTANCES }, () => freePort()));
  const apps = await Promise.all(ports.map((port) => startApp({ engines, port, env })));
  const balancer = await startBalancer(ports);
  test.info().annotations.push({ type: "load balancer", description: balancer.name });
  const callers = startCallers(balancer.url);
  try {
    for (const [place, port] of ports.entries()) {
      expect(await apps[place]?.stop(), apps[place]?.log().slice(-1_000)).toBe(0);
      apps[place] = await startApp({ engines, port, env });
      // The other instance must not stop before the balancer has seen this one return.
      await sleep(NOTICED_MS * 2);
    }
  } finally {
    await callers.finish();
    await balancer.close();
    await Promise.all(apps.map((app) => app.stop()));
  }
  expect(callers.lost).toEqual([]);
  expect(callers.answered()).toBeGreaterThan(REQUESTS_MIN);
});

test("SIGTERM fails readiness first while requests are served, and a second SIGTERM ends the delay", async ({
  product,
}) => {
  const port = await freePort();
  const app = await startApp({ engines: product.engines, port, env: { SHUTDOWN_DELAY_MS: "60000" } });
  const api = new Api(app.url);
  expect((await api.get("/api/health/ready")).status).toBe(200);
  process.kill(app.pid, "SIGTERM");
  await expect.poll(async () => (await api.get("/api/health/ready")).status, { intervals: [20] }).toBe(503);
  const stopping = await api.get("/api/health/ready");
  expect(api.problemOf(stopping).code).toBe("unavailable");
  expect(JSON.parse(stopping.text)).toMatchObject({ data: { status: "stopping" } });
  expect((await api.ok(getLiveness)).data.status).toBe("live");
  await sleep(1_500);
  expect((await api.ok(searchPost, { q: question() })).data.thread).not.toBeNull();
  const page = await fetch(`${app.url}/skills`);
  expect(page.status).toBe(200);
  // Callers with keep-alive connections through the balancer are told to reconnect, which leads to another instance.
  expect(page.headers.get("connection")).toBe("close");
  api.close();
  const began = performance.now();
  expect(await app.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
});

type Callers = { lost: string[]; answered(): number; finish(): Promise<void> };

/**
 * Readers, searchers and browser users that send requests until they are stopped. Lost: no response, or a server error.
 */
function startCallers(url: string): Callers {
  const lost: string[] = [];
  let answered = 0;
  let finishing = false;
  const paths = [
    () => "/api/v1/skills?limit=5",
    () => "/",
    () => `/api/v1/search?q=${encodeURIComponent(question())}`,
    () => "/api/v1/posts?limit=5",
    () => "/skills?q=postgres",
    () => "/api/v1/log?limit=5",
  ];
  async function call(place: number): Promise<void> {
    for (let round = place; !finishing; round += 1) {
      const path = paths[round % paths.length]?.() ?? "/";
      try {
        const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(20_000) });
        const text = await answer.text();
        const by = answer.headers.has("x-request-id") ? `an instance (${text.slice(0, 300)})` : "the balancer";
        if (answer.status >= 500) lost.push(`${answer.status} of ${by} ${path}`);
        else answered += 1;
      } catch (error) {
        const cause = error instanceof Error && error.cause ? error.cause : error;
        lost.push(`${cause} ${path}`);
      }
      await sleep(PAUSE_MS);
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, place) => call(place)));
  return {
    lost,
    answered: () => answered,
    async finish() {
      finishing = true;
      await calling;
    },
  };
}
