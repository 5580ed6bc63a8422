import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@/e2e/faults/product";
import { Api } from "@/e2e/support/api";
import { type App, startApp } from "@/e2e/support/product";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const MEGABYTE = 1_024 * 1_024;
/** Pages and questions of one half: enough to fill what is kept of pages, and to show a quarter of a megabyte for each. */
const THREADS = 120;
const CLIENTS = 8;
/** What one half may leave behind: caches that are not full yet. A kept rendering of each page would be twice as much. */
const GROWTH_MAX = 14 * MEGABYTE;
const RESIDENT_MAX = 600 * MEGABYTE;

let app: App | null = null;
test.afterEach(async () => {
  await app?.stop();
  app = null;
});

test("questions, replies and pages leave no more in memory than the caches hold", async ({ product }) => {
  const file = path.join(product.engines.folder, "memory.json");
  const preload = pathToFileURL(path.join(PROJECT_ROOT, "e2e/support/collect-garbage.mjs"));
  const env = { NODE_OPTIONS: `--import=${preload.href}`, MEMORY_FILE: file };
  app = await startApp({ engines: product.engines, env });
  const { pid } = app;
  const api = new Api(app.url, { sockets: CLIENTS, patient: true });
  const live = async () => {
    rmSync(file, { force: true });
    process.kill(pid, "SIGUSR2");
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("}"), { timeout: 20_000 })
      .toBe(true);
    const { heapUsed, external, rss } = JSON.parse(readFileSync(file, "utf8"));
    return { bytes: heapUsed + external, rss };
  };
  await visit(api, "before");
  const first = await live();
  await visit(api, "after");
  const second = await live();
  api.close();
  expect(second.bytes - first.bytes, "bytes that the second half left behind").toBeLessThan(GROWTH_MAX);
  expect(second.rss, "resident memory").toBeLessThan(RESIDENT_MAX);
});

/** Opens threads with new questions, replies in each, and reads each one's page twice. */
async function visit(api: Api, name: string): Promise<void> {
  const questions = Array.from(
    { length: THREADS },
    (_, place) => `How do I measure the ${name} part ${place} of memory?`,
  );
  const ask = async (question: string) => {
    const { text } = await api.send("GET", `/api/v1/search?q=${encodeURIComponent(question)}`);
    const { thread } = JSON.parse(text).data;
    const reply = JSON.stringify({ outcome: "partial", text: `It was measured: ${question}` });
    const headers = { "content-type": "application/json", "x-service-append-key": thread.append_key };
    const replied = await api.send("POST", `/api/v1/posts/${thread.thread_id}/replies`, headers, reply);
    expect(replied.status).toBe(201);
    for (let time = 0; time < 2; time += 1) {
      const page = await api.send("GET", `/threads/${thread.thread_id}`, { accept: "text/html" });
      expect(page.status).toBe(200);
    }
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let question = questions.pop(); question !== undefined; question = questions.pop()) await ask(question);
    }),
  );
}
