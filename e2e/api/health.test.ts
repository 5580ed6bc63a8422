import { expect, test } from "@/e2e/support/api";
import { getLiveness, getReadiness } from "@/lib/contract/public/meta";

test("liveness reports that the process runs, and its uptime", async ({ api }) => {
  const first = (await api.ok(getLiveness)).data;
  const second = (await api.ok(getLiveness)).data;
  expect(second.uptime_seconds).toBeGreaterThanOrEqual(first.uptime_seconds);
});

test("a product with running engines is ready and reports the state of each part", async ({ api }) => {
  // Where Meilisearch is unavailable, the product says so and searches with Postgres; both states are valid.
  const expected = process.env.MEILI_URL
    ? { status: "ready", engine: "meilisearch", state: "up" }
    : { status: "degraded", engine: "postgres", state: "not_configured" };
  // A part that answers late counts as away until it is asked again.
  await expect(async () => {
    const { data } = await api.ok(getReadiness);
    expect(data.postgres.status).toBe("up");
    expect(data.worker.status).toBe("running");
    expect(data.search.embedder).toBe("not_configured");
    expect({ status: data.status, engine: data.search.engine, state: data.search.status }).toEqual(expected);
  }).toPass();
});

test("health responses are never cached and need no token", async ({ api }) => {
  for (const path of ["/api/health/live", "/api/health/ready"]) {
    const { status, headers } = await api.get(path);
    expect([status, headers["cache-control"]], path).toEqual([200, "no-store"]);
  }
});

test("metrics return 404 unless METRICS_TOKEN is set", async ({ api }) => {
  const received = await api.exchange("GET", "/metrics", {});
  expect(received.status).toBe(404);
  expect(api.problemOf(received).code).toBe("not_found");
});
