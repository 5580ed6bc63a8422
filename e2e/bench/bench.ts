import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { load, type Measured, type Target } from "@/e2e/bench/load";
import {
  type Contender,
  type Row,
  rowsAgainst,
  rowsOf,
  type Seen,
  type SeenPage,
  type ServerName,
} from "@/e2e/bench/rows";
import { type Scene, setScene } from "@/e2e/bench/scene";
import { buildEmptyApp } from "@/e2e/budgets/empty-app";
import { cleanUp } from "@/e2e/support/clean-up";
import { startApp, startEngines, type TestEngines } from "@/e2e/support/product";
import { listReplies } from "@/lib/contract/public/replies";

const HELP = `Usage: npm run bench -- [--quick] [--only TEXT] [--versions N] [--clients N] [--out FILE] [--against DIR]

Measures Cairn side by side with the least that could do the same job, on this machine, in interleaved rounds.

  --quick      about two minutes instead of ten
  --only TEXT  only rows whose name holds TEXT
  --versions N grow the library to N versions first, with generated ones (10,000 take some minutes)
  --clients N  kept connections that ask at once (default 16)
  --out FILE   also write everything as JSON
  --against DIR  compare with another built checkout (npm install && npm run build) instead, row by row
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    clients: { type: "string", default: "16" },
    versions: { type: "string", default: "0" },
    out: { type: "string" },
    against: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const TIMES = options.quick ? { warm: 3_000, rounds: 3, round: 800 } : { warm: 8_000, rounds: 7, round: 3_000 };
const CLIENTS = Number(options.clients);
const BESIDE_EVERY_MS = 50;
/** With `--against`: two runs of one build differ by this much. */
const LEAST_SHARE = 0.95;
/** Linux measures a process's CPU time in hundredths of a second. */
const TICK_MS = 10;

type Server = Target & { pid: number };
type Round = Measured & { cpu_ms: number | null };
type Result = { what: string; goal: number | null; ratio: number; contenders: Array<{ name: string } & Round> };

if (options.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const closing: Array<() => Promise<unknown>> = [];
  try {
    const { rows, servers, versions } = await (options.against
      ? sideBySide(options.against, closing)
      : besideOthers(closing));
    const results: Result[] = [];
    for (const row of rows) {
      const result = await measure(row, servers);
      results.push(result);
      print(result);
    }
    if (options.out) {
      const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model };
      const report = { at: new Date().toISOString(), machine, clients: CLIENTS, versions, results };
      writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
    }
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

type Contest = { rows: Row[]; servers: Partial<Record<ServerName, Server>>; versions: number };
type Closing = Array<() => Promise<unknown>>;

/** Cairn compared with a minimal server for the same job. Everything it starts adds a function to `closing`. */
async function besideOthers(closing: Closing): Promise<Contest> {
  const { engines, meili, server, scene } = await built(closing);
  const servers: Contest["servers"] = { cairn: server };
  servers.meilisearch = { ...addressOf(meili.url), pid: meili.pid() };
  servers.bare = await bare(engines, "bare", closing);
  const rows = rowsOf(scene, await seenAt(server, scene), meili.masterKey).filter(isWanted);
  const takesPart = (name: ServerName) =>
    rows.some((row) => row.contenders.some((contender) => contender.server === name));
  if (takesPart("cairn through Next"))
    servers["cairn through Next"] = await product(engines, { env: { API_ADAPTER: "next" } }, closing);
  if (takesPart("next")) {
    buildEmptyApp();
    servers.next = await bare(engines, "bare-next", closing);
  }
  return { rows, servers, versions: scene.versions };
}

/** This build compared with another, each with its own engines, because their schemas may differ. */
async function sideBySide(root: string, closing: Closing): Promise<Contest> {
  const now = await built(closing);
  const before = await built(closing, path.resolve(root));
  const rowsAt = async ({ server, scene, meili }: Built) => rowsOf(scene, await seenAt(server, scene), meili.masterKey);
  const rows = rowsAgainst(await rowsAt(now), await rowsAt(before), LEAST_SHARE).filter(isWanted);
  return { rows, servers: { cairn: now.server, before: before.server }, versions: now.scene.versions };
}

type Built = {
  engines: TestEngines;
  meili: NonNullable<TestEngines["meili"]>;
  server: Server;
  scene: Scene;
};

async function built(closing: Closing, root?: string): Promise<Built> {
  const engines = await startEngines();
  closing.push(() => engines.close());
  // Engines outlive the process that started them.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp(engines.folder).finally(() => process.exit(130)));
  const { meili } = engines;
  if (!meili) throw new Error("There is no Meilisearch to compare with.");
  const server = await product(engines, root === undefined ? {} : { root }, closing);
  const scene = await setScene(`http://127.0.0.1:${server.port}`, engines, meili, Number(options.versions));
  closing.push(() => scene.close());
  return { engines, meili, server, scene };
}

function isWanted(row: Row): boolean {
  return row.what.includes(options.only);
}

/** Warms up both, then measures them alternately; each figure is the median of its rounds. */
async function measure(row: Row, servers: Partial<Record<ServerName, Server>>): Promise<Result> {
  const rounds = new Map<Contender, Round[]>(row.contenders.map((contender) => [contender, []]));
  for (let round = 0; round <= TIMES.rounds; round += 1) {
    // The second contender may find the machine in another state, so the order alternates.
    const inOrder = round % 2 === 0 ? [...rounds] : [...rounds].reverse();
    for (const [contender, measured] of inOrder) {
      const server = servers[contender.server];
      if (!server) throw new Error(`${contender.server} does not run.`);
      await row.before?.();
      const stop = row.beside && repeat(row.beside);
      const cpu = cpuMs(server.pid);
      const result = await load(server, CLIENTS, round === 0 ? TIMES.warm : TIMES.round, contender.next);
      const spent = cpuMs(server.pid);
      await stop?.();
      const cpu_ms = cpu === null || spent === null ? null : (spent - cpu) / result.requests;
      if (round > 0) measured.push({ ...result, cpu_ms });
    }
  }
  const contenders = [...rounds].map(([{ name }, measured]) => ({ name, ...middle(measured) }));
  const [ours, theirs] = contenders;
  return { what: row.what, goal: row.goal, ratio: (ours?.per_second ?? 0) / (theirs?.per_second ?? 1), contenders };
}

/** Runs a task twenty times a second until the returned function is called, which returns the errors. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(work);
    // `stop` reports it; until then the rejection is not handled.
    last.catch(() => {});
  }, BESIDE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

function middle(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.per_second - b.per_second);
  const round = sorted[sorted.length >> 1];
  if (!round) throw new Error("There was no round.");
  return round;
}

function print({ what, ratio, goal, contenders }: Result): void {
  const met = goal === null ? "" : ratio >= goal ? `  goal ${goal}: met` : `  goal ${goal}: MISSED`;
  console.log(`\n${what}: ${ratio.toFixed(2)} ×${met}`);
  for (const { name, per_second, p50_ms, p99_ms, cpu_ms, requests, statuses } of contenders) {
    const cpu = cpu_ms === null ? "" : `${cpu_ms.toFixed(3)} ms CPU a request`;
    const well = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[304] ?? 0);
    const wrong = well === requests ? "" : `  NOT ALL WELL: ${JSON.stringify(statuses)}`;
    const times = `p50 ${p50_ms.toFixed(1)} ms  p99 ${p99_ms.toFixed(1)} ms`;
    console.log(`  ${name.padEnd(32)}${per_second.toFixed(0).padStart(7)} req/s  ${times}  ${cpu}${wrong}`);
  }
}

type Options = Omit<Parameters<typeof startApp>[0], "engines">;

async function product(engines: TestEngines, started: Options, closing: Closing): Promise<Server> {
  const app = await startApp({ ...started, engines });
  closing.push(() => app.stop());
  return { ...addressOf(app.url), pid: app.pid };
}

async function bare(engines: TestEngines, name: "bare" | "bare-next", closing: Closing): Promise<Server> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const environment = { ...process.env, ...engines.environment, NODE_ENV: "production" as const };
  const child = fork(file, { execArgv: ["--import", "tsx"], env: environment });
  closing.push(async () => child.kill());
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", () => reject(new Error("The bare server did not start.")));
  });
  return { host: "127.0.0.1", port, pid: child.pid ?? 0 };
}

/** The result of a look at the product before the run. */
async function seenAt({ port }: Server, { thread_id, skill }: Scene): Promise<Seen> {
  const base = `http://127.0.0.1:${port}`;
  const pageAt = async (address: string): Promise<SeenPage> => {
    const html = await (await fetch(base + address)).text();
    const drawn = html.replace(/<script[^>]*>.*?<\/script>/gs, "");
    return { bytes: Buffer.byteLength(html), elements: drawn.match(/<[a-z]/g)?.length ?? 0 };
  };
  const replies = await fetch(base + listReplies.path.replace("{post_id}", thread_id));
  return {
    etag: replies.headers.get("etag") ?? "",
    skill_page: await pageAt(`/skills/${skill.skill_id}/${skill.slug}`),
    thread_page: await pageAt(`/threads/${thread_id}`),
  };
}

function addressOf(url: string): Target {
  return { host: "127.0.0.1", port: Number(new URL(url).port) };
}

/** CPU time of all threads of a process so far; null if the system does not report it. */
function cpuMs(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
