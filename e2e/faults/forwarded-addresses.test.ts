import { expect, type Product, test } from "@/e2e/faults/product";
import type { Headers } from "@/e2e/support/api";
import { question, threadsAsking } from "@/e2e/support/fixtures";

const THREADS = 3;

/** A client that has sent no request yet, according to its own header. */
const claimedBy = (client: number): Headers => ({ "x-forwarded-for": `203.0.113.${client}` });
const ask = ({ api }: Product, headers: Headers, q = question()) => api.post("/api/v1/search", { q }, headers);

test.beforeAll(async ({ product }) => {
  await product.app().stop();
  await product.start({ RATE_LIMITS: "on", RATE_THREADS_PER_MINUTE: String(THREADS) });
});

test.afterAll(async ({ product }) => {
  await product.app().stop();
  await product.start();
});

test("without a trusted proxy, forwarded addresses are ignored and passive requests open no thread", async ({
  product,
}) => {
  const { api } = product;
  for (let look = 0; look < THREADS; look += 1) {
    const q = encodeURIComponent(question());
    expect((await api.send("HEAD", `/api/v1/search?q=${q}`)).status).toBe(200);
    expect((await api.get(`/api/v1/search?preview=true&q=${q}`)).status).toBe(200);
  }
  for (let client = 1; client <= THREADS; client += 1) expect((await ask(product, claimedBy(client))).status).toBe(200);
  const q = question();
  const refused = await ask(product, claimedBy(THREADS + 1), q);
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text)).toMatchObject({
    code: "rate_limited",
    limit: {
      name: "threads-minute",
      size: THREADS,
      window_seconds: 60,
      resets_in_seconds: Number(refused.headers["retry-after"]),
    },
  });
  expect(await threadsAsking(q)).toBe(0);
});
