import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { load, type Measured, type Target } from "@/e2e/bench/load";
import { type Contender, type Row, rowsOf, type Seen, type SeenPage, type ServerName } from "@/e2e/bench/rows";
import { type Scene, setScene } from "@/e2e/bench/scene";
import { buildEmptyApp } from "@/e2e/budgets/empty-app";
import { startApp, startEngines, type TestEngines } from "@/e2e/support/product";
import { sweep } from "@/e2e/support/sweep";
import { listReplies } from "@/lib/contract/public/replies";

const HELP = `Usage: npm run bench -- [--quick] [--only TEXT] [--versions N] [--clients N] [--out FILE]

Measures Cairn side by side with the least that could do the same job, on this machine, in interleaved rounds.

  --quick      about two minutes instead of ten
  --only TEXT  only rows whose name holds TEXT
  --versions N grow the library to N versions first, with generated ones (10,000 take some minutes)
  --clients N  kept connections that ask at once (default 16)
  --out FILE   also write everything as JSON
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    clients: { type: "string", default: "16" },
    versions: { type: "string", default: "0" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const TIMES = options.quick ? { warm: 3_000, rounds: 3, round: 800 } : { warm: 8_000, rounds: 7, round: 3_000 };
const CLIENTS = Number(options.clients);
const BESIDE_EVERY_MS = 50;
/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

type Server = Target & { pid: number; stop(): Promise<unknown> };
type Round = Measured & { cpu_ms: number | null };
type Result = { what: string; goal: number | null; ratio: number; contenders: Array<{ name: string } & Round> };

if (options.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const engines = await startEngines();
  // Engines outlive whoever started them.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void sweep(engines.folder).finally(() => process.exit(130)));
  const { meili } = engines;
  const servers: Partial<Record<ServerName, Server>> = {};
  let scene: Scene | undefined;
  try {
    if (!meili) throw new Error("There is no Meilisearch to compare with.");
    const wanted = (row: Row) => row.what.includes(options.only);
    servers.cairn = await product(engines, {});
    servers.meilisearch = { ...addressOf(meili.url), pid: meili.pid(), stop: async () => {} };
    scene = await setScene(`http://127.0.0.1:${servers.cairn.port}`, engines, meili, Number(options.versions));
    servers.bare = await bare(engines, "bare");
    const rows = rowsOf(scene, await seenAt(servers.cairn, scene), meili.masterKey).filter(wanted);
    const takesPart = (name: ServerName) =>
      rows.some((row) => row.contenders.some((contender) => contender.server === name));
    if (takesPart("cairn through Next"))
      servers["cairn through Next"] = await product(engines, { API_ADAPTER: "next" });
    if (takesPart("next")) {
      buildEmptyApp();
      servers.next = await bare(engines, "bare-next");
    }

    const results: Result[] = [];
    for (const row of rows) {
      const result = await measure(row, servers);
      results.push(result);
      print(result);
    }
    if (options.out) {
      const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model };
      const report = { at: new Date().toISOString(), machine, clients: CLIENTS, versions: scene.versions, results };
      writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
    }
  } finally {
    await scene?.close();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await engines.close();
  }
}

/** Warms both, then measures them in turn; each figure is the median of its rounds. */
async function measure(row: Row, servers: Partial<Record<ServerName, Server>>): Promise<Result> {
  const rounds = new Map<Contender, Round[]>(row.contenders.map((contender) => [contender, []]));
  for (let round = 0; round <= TIMES.rounds; round += 1) {
    for (const [contender, measured] of rounds) {
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

/** Does something twenty times a second until the returned function is called, which tells of what went wrong. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(work);
    // Told by `stop`; until then it is nobody's.
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

async function product(engines: TestEngines, env: Record<string, string>): Promise<Server> {
  const app = await startApp({ engines, env });
  return { ...addressOf(app.url), pid: app.pid, stop: () => app.stop() };
}

async function bare(engines: TestEngines, name: "bare" | "bare-next"): Promise<Server> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const environment = { ...process.env, ...engines.environment, NODE_ENV: "production" as const };
  const child = fork(file, { execArgv: ["--import", "tsx"], env: environment });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", () => reject(new Error("The bare server did not start.")));
  });
  const stop = async () => child.kill();
  return { host: "127.0.0.1", port, pid: child.pid ?? 0, stop };
}

/** What a look at the product beforehand tells. */
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

/** Processor time of all threads of a process so far; null where nobody tells. */
function cpuMs(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
