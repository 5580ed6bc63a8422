import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type FaultProxy, openFaultProxy } from "@/e2e/faults/fault-proxy";
import { expect, type Product, test } from "@/e2e/faults/product";
import { halfWritten, lost, notOnce, startWriters, type Writers } from "@/e2e/faults/writers";
import type { Received } from "@/e2e/support/api";
import { openThread, question } from "@/e2e/support/fixtures";
import { startStopwatch } from "@/e2e/support/measuring";
import { createConnection } from "@/lib/contract/public/connections";
import { isAlive } from "@/lib/start/children";

const ANSWER_MS_MAX = 4_500;
const BACK_MS_MAX = 2_000;
const KILLS = 3;
const RESETS = 5;
/** The first message, the two of the password, and the first query. */
const HANDSHAKE = [1, 2, 3, 4];
const WRITERS = 4;

type Ask = () => Promise<Received>;
let asks: Ask[];
let wire: FaultProxy;
let writers: Writers;

test.beforeAll(async ({ product }) => {
  const { api, engines } = product;
  const database = new URL(engines.postgres.url);
  wire = await openFaultProxy(Number(database.port));
  database.port = String(wire.port);
  await product.app().stop();
  await product.start({ DATABASE_URL: database.href });

  const thread = await openThread(api);
  const { token } = (await api.ok(createConnection, { name: "away-test" })).data;
  const bearer = { authorization: `Bearer ${token}` };
  asks = [
    () => api.get("/api/v1/posts"),
    () => api.get("/api/v1/skills?q=postgres"),
    () => api.get(`/api/v1/posts/${thread.thread_id}/replies`),
    () => api.get(`/api/v1/search?q=${encodeURIComponent(question())}`),
    () => api.get("/api/v1/log"),
    () => api.get("/api/health/ready"),
    () => api.post("/api/v1/search", { q: question() }, { "idempotency-key": question().replaceAll(" ", "-") }),
    () => api.post("/api/v1/connections", { name: "never made" }),
    () =>
      api.post(
        `/api/v1/posts/${thread.thread_id}/replies`,
        { outcome: "failed", text: "The database was away." },
        { "x-service-append-key": thread.append_key },
      ),
    () => api.post("/api/knowledge/v2/search", { query: "upsert a row" }, bearer),
    () => api.post("/api/knowledge/v2/sync", {}, bearer),
    () => api.get("/skills"),
    () => api.get(`/threads/${thread.thread_id}`),
  ];
  // While healthy all of them get responses; a page takes longer on its first rendering than ever after.
  for (const ask of asks) expect((await ask()).status).toBeLessThan(300);
});

test.beforeEach(({ product }) => {
  writers = startWriters(product.api, WRITERS);
});

test.afterEach(async () => {
  await writers.finish();
  expect(writers.writes.flatMap((write) => write.refusals)).toEqual([]);
  expect(await lost(writers.writes)).toEqual([]);
  expect(await notOnce(writers.writes)).toEqual([]);
  expect(await halfWritten()).toEqual([]);
});

test.afterAll(async ({ product }) => {
  await product.app().stop();
  await wire.close();
  await product.start();
});

for (let kill = 1; kill <= KILLS; kill += 1) {
  test(`database killed (${kill} of ${KILLS}): requests refused in time, recovery within two seconds, nothing lost`, async ({
    product,
  }) => {
    const { postgres } = product.engines;
    await writesPass();
    await postgres.kill9();
    try {
      await allRefused(product);
      await allRefused(product);
      await pagesSaySo(product);
    } finally {
      await postgres.start();
    }
    await isBack(product);
  });
}

test("database frozen during its work: requests refused in time, recovery within two seconds, nothing lost", async ({
  product,
}) => {
  await writesPass();
  const thaw = freeze(product.engines.postgres.pid());
  try {
    await allRefused(product);
    await allRefused(product);
  } finally {
    thaw();
  }
  await isBack(product);
});

test("network drops all packets: requests refused in time, recovery within two seconds, nothing lost", async ({
  product,
}) => {
  await writesPass();
  wire.hang();
  try {
    await allRefused(product);
    await allRefused(product);
  } finally {
    wire.mend();
  }
  await isBack(product);
});

test("connections reset repeatedly: recovery within two seconds, nothing lost", async ({ product }) => {
  for (let reset = 0; reset < RESETS; reset += 1) {
    await writesPass();
    wire.reset();
    await isBack(product);
  }
});

for (const piece of HANDSHAKE) {
  test(`new connections reset at message ${piece}: requests refused in time, recovery within two seconds`, async ({
    product,
  }) => {
    await writesPass();
    wire.resetAt(piece);
    wire.reset();
    try {
      await allRefused(product);
    } finally {
      wire.mend();
    }
    await isBack(product);
  });
}

async function writesPass(): Promise<void> {
  const before = writers.acknowledged();
  await expect.poll(() => writers.acknowledged(), { intervals: [20], timeout: 20_000 }).toBeGreaterThan(before + 10);
}

/** Every kind of request, three of each in parallel: 503 with the usual problem, in time; only liveness still works. */
async function allRefused({ api }: Product): Promise<void> {
  const live = api.get("/api/health/live");
  const answers = await Promise.all([...asks, ...asks, ...asks].map(timed));
  expect((await live).status).toBe(200);
  expect(answers.filter(({ ms }) => ms > ANSWER_MS_MAX).map(({ ms, path }) => `${path} took ${ms} ms`)).toEqual([]);
  expect(
    answers.filter(({ status }) => status !== 503).map(({ status, path }) => `${path} answered ${status}`),
  ).toEqual([]);
  expect(answers.filter(({ retryAfter }) => !retryAfter).map(({ path }) => path)).toEqual([]);
}

/** For people: the status page names the unavailable part, and a page that cannot be shown links onward. */
async function pagesSaySo({ api }: Product): Promise<void> {
  const [status, skills] = await Promise.all([api.get("/status"), api.get("/skills")]);
  expect(status.status).toBe(200);
  expect(status.text).toContain("The database does not respond");
  expect(status.text).toContain("The figures are not available at the moment.");
  expect(status.text).not.toContain("All systems operational");
  expect(skills.text).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  expect(skills.text).toContain("Try again");
}

/** Measured from the database's recovery: the first read and the first write, then every kind of request. */
async function isBack({ api }: Product): Promise<void> {
  const spent = startStopwatch();
  const before = writers.acknowledged();
  const reads = async () => (await api.get("/api/v1/posts")).status;
  await expect.poll(reads, { intervals: [25], timeout: 20_000 }).toBe(200);
  await expect.poll(() => writers.acknowledged(), { intervals: [25], timeout: 20_000 }).toBeGreaterThan(before);
  expect(spent(), "ms until reads and writes are answered").toBeLessThan(BACK_MS_MAX);
  for (const ask of asks) {
    await expect.poll(async () => (await ask()).status, { intervals: [25], timeout: 20_000 }).toBeLessThan(300);
  }
}

type Timed = { path: string; status: number; ms: number; retryAfter: string | undefined };

async function timed(ask: Ask): Promise<Timed> {
  const spent = startStopwatch();
  const { status, headers } = await ask();
  const path = ask.toString().replace(/\s+/g, " ").slice(6, 80);
  return { path, status, ms: Math.round(spent()), retryAfter: headers["retry-after"] };
}

/**
 * Pauses a server and all its children during their work: sockets stay open and nothing responds. Returns a function
 * that resumes them.
 */
function freeze(pid: number): () => void {
  const frozen: number[] = [];
  const send = (each: number, signal: NodeJS.Signals) => {
    if (isAlive(each)) process.kill(each, signal);
  };
  // The parent first, so that it starts no more children.
  for (let next: number[] = [pid]; next.length > 0; next = childrenOf(next)) {
    for (const each of next) send(each, "SIGSTOP");
    frozen.push(...next);
  }
  return () => {
    for (const each of frozen.reverse()) send(each, "SIGCONT");
  };
}

function childrenOf(parents: readonly number[]): number[] {
  return processes().flatMap(({ pid, parent }) => (parents.includes(parent) ? [pid] : []));
}

function processes(): Array<{ pid: number; parent: number }> {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
      } catch {
        return [];
      }
    });
}
