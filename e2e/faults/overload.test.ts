import { expect, type Product, test } from "@/e2e/faults/product";
import { question } from "@/e2e/support/cast";

/** What the server works on at once (lib/http/admission.ts). */
const RUNNING_MAX = 200;
const AT_ONCE = 4 * RUNNING_MAX;
const LOAD_MS = 8_000;

test("four times what it can take: the rest is shed at once, and what was taken is answered", async ({ product }) => {
  const { statuses, bare } = await searchAtOnce(product);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 503).length, "shed").toBeGreaterThan(0);
  expect(bare, "refusals without Retry-After").toBe(0);
  expect((await product.api.get("/api/v1/posts")).status, "afterwards").toBe(200);
});

test("readiness fails while requests are refused for seconds, health does not, and both recover by themselves", async ({
  product,
}) => {
  const { api } = product;
  const until = Date.now() + LOAD_MS;
  const load = Promise.all(Array.from({ length: 2 * RUNNING_MAX }, () => searchUntil(product, until)));
  const seen: string[] = [];
  while (Date.now() < until - 500) {
    const ready = await api.get("/api/health/ready");
    if (ready.status === 503) seen.push(api.problemOf(ready).detail);
    expect((await api.get("/api/health/live")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await load;
  expect(seen.join("\n")).toMatch(/too much to do: it has been refusing requests for \d+ s/);
  await expect.poll(async () => (await api.get("/api/health/ready")).status, { timeout: 10_000 }).toBe(200);
  expect((await api.get("/api/v1/posts")).status).toBe(200);
});

async function searchAtOnce({ api }: Product): Promise<{ statuses: number[]; bare: number }> {
  const burst = Array.from({ length: AT_ONCE }, () =>
    api.get(`/api/v1/search?preview=true&q=${encodeURIComponent(question())}`),
  );
  const answers = await Promise.all(burst);
  const bare = answers.filter(({ status, headers }) => status === 503 && !headers["retry-after"]).length;
  return { statuses: answers.map(({ status }) => status), bare };
}

async function searchUntil({ api }: Product, until: number): Promise<void> {
  while (Date.now() < until) await api.exchange("GET", `/skills?q=${encodeURIComponent(question())}`, {});
}
