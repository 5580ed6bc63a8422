import { expect, test } from "@/e2e/support/api";
import { getLiveness, getReadiness } from "@/lib/contract/public/health";

test("the process says that it lives, and for how long", async ({ api }) => {
  const first = (await api.ok(getLiveness)).data;
  const second = (await api.ok(getLiveness)).data;
  expect(second.uptime_seconds).toBeGreaterThanOrEqual(first.uptime_seconds);
});

test("a product whose engines run is ready, and says which part does what", async ({ api }) => {
  const { data } = await api.ok(getReadiness);
  expect(data.postgres.status).toBe("up");
  expect(data.worker.status).toBe("running");
  // Where no Meilisearch can be had the product says so and answers from Postgres; both are in order.
  const expected = process.env.MEILI_URL
    ? { status: "ready", engine: "meilisearch", state: "up" }
    : { status: "degraded", engine: "postgres", state: "not_configured" };
  expect(data.search.embedder).toBe("not_configured");
  expect({ status: data.status, engine: data.search.engine, state: data.search.status }).toEqual(expected);
});

test("health answers are never cached and need no token", async ({ api }) => {
  for (const path of ["/api/health/live", "/api/health/ready"]) {
    const { status, headers } = await api.get(path);
    expect([status, headers["cache-control"]], path).toEqual([200, "no-store"]);
  }
});

test("metrics are not there unless a token for them is set", async ({ api }) => {
  const received = await api.exchange("GET", "/metrics", {});
  expect(received.status).toBe(404);
  expect(api.problemOf(received).code).toBe("not_found");
});
