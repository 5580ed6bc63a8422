import { expect, type Product, test } from "@/e2e/faults/product";
import { question } from "@/e2e/support/fixtures";

/** The number of requests that the server processes at once (lib/server/http/admission.ts). */
const RUNNING_MAX = 200;
const AT_ONCE = 4 * RUNNING_MAX;
const LOAD_MS_MAX = 60_000;

test("at four times the capacity, excess requests are shed at once and accepted ones get responses", async ({
  product,
}) => {
  const { statuses, bare } = await searchAtOnce(product);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 503).length, "shed").toBeGreaterThan(0);
  expect(bare, "refusals without Retry-After").toBe(0);
  expect((await product.api.get("/api/v1/posts")).status, "afterwards").toBe(200);
});

test("readiness fails while requests are refused for seconds, liveness does not, and both recover automatically", async ({
  product,
}) => {
  const { api } = product;
  const load = { goesOn: true };
  const loaded = Promise.all(Array.from({ length: RUNNING_MAX + 100 }, () => searchWhile(product, load)));
  const ready = async () => {
    expect((await api.get("/api/health/live")).status).toBe(200);
    const answer = await api.get("/api/health/ready");
    return answer.status === 503 ? api.problemOf(answer).detail : "";
  };
  const page = async () => {
    const { status, headers, text } = await api.get("/skills", { accept: "text/html" });
    return [status, headers["content-type"], headers["retry-after"], text.includes("cannot answer just now")];
  };
  await expect
    .poll(page, { timeout: LOAD_MS_MAX, intervals: [50], message: "a browser is told on a page" })
    .toEqual([503, "text/html; charset=utf-8", "1", true]);
  await expect
    .poll(ready, { timeout: LOAD_MS_MAX, intervals: [200] })
    .toMatch(/too much to do: it has been refusing requests for \d+ s/);
  load.goesOn = false;
  await loaded;
  await expect.poll(async () => (await api.get("/api/health/ready")).status, { timeout: 10_000 }).toBe(200);
  expect((await api.get("/api/v1/posts")).status).toBe(200);
});

async function searchAtOnce({ api }: Product): Promise<{ statuses: number[]; bare: number }> {
  // The connections are opened first; otherwise requests would arrive no faster than they are answered.
  await Promise.all(Array.from({ length: AT_ONCE }, () => api.get("/api/health/live")));
  const burst = Array.from({ length: AT_ONCE }, () =>
    api.get(`/api/v1/search?preview=true&q=${encodeURIComponent(question())}`),
  );
  const answers = await Promise.all(burst);
  const bare = answers.filter(({ status, headers }) => status === 503 && !headers["retry-after"]).length;
  return { statuses: answers.map(({ status }) => status), bare };
}

async function searchWhile({ api }: Product, load: { goesOn: boolean }): Promise<void> {
  while (load.goesOn) await api.exchange("GET", `/api/v1/search?preview=true&q=${encodeURIComponent(question())}`, {});
}
