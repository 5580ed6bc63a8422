import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { importSeconds } from "@/e2e/bench/import-time";
import { load, open, type Target } from "@/e2e/bench/load";
import { type Cpu, cpuMeter, memoryUnderLoad, PARTS, type Pids, statementsOf } from "@/e2e/bench/processes";
import {
  type Asking,
  type Goal,
  mixedLoad,
  type Round,
  type Row,
  rowsAgainst,
  rowsOf,
  type Seen,
  type SeenPage,
  type ServerName,
} from "@/e2e/bench/rows";
import { type Scene, setScene } from "@/e2e/bench/scene";
import { buildEmptyApp } from "@/e2e/budgets/empty-app";
import { cleanUpOnSignals, startApp, startEngines, type TestEngines } from "@/e2e/support/product";

const HELP = `Usage: npm run bench -- [options]

Measures Cairn side by side with the least that could do the same work, on this machine, in interleaved rounds.

  --only NAMES   only these rows, by name or first part of it: poll,search,page-skills
  --quick        shorter rounds: about half the time, less certain
  --versions N   versions in the library, most of them generated (default 436; 10,000 take some minutes)
  --minutes N    length of the mixed load of the row memory (default 1; growth needs 15 or more)
  --import N     skills that the row import imports (default 400)
  --out FILE     also write everything as JSON
  --statements   instead: print the SQL that the product and the reference send for one request of each row
  --against DIR  instead: compare with another built checkout (npm install && npm run build), row by row

Rows: search-new-4 search-new-16 search-again search-again-writes search-again-v1 search-opens poll replies reply content
sync mcp-new mcp-again mcp-tools page-skills page-skills-writes page-threads page-threads-writes reads-200 memory import;
and only when named: reads-200-full page-skills-made page-skills-elements page-threads-made page-threads-elements handler
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    versions: { type: "string", default: "436" },
    minutes: { type: "string", default: "1" },
    import: { type: "string", default: "400" },
    out: { type: "string" },
    statements: { type: "boolean", default: false },
    against: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const TIMES = options.quick
  ? { start: 8_000, warm: 1_000, rounds: 3, round: 700 }
  : { start: 15_000, warm: 2_000, rounds: 5, round: 1_200 };
const BESIDE_PER_SECOND = 20;
/** After the request before a measured one, its work behind the answer ends. */
const LEAD_MS = 5;
/** With `--against`: two runs of one build differ by this much. */
const LEAST_SHARE = 0.95;
/** Longer than the product's own pauses. */
const ITSELF_MS = 4_000;
const MEMORY_MB_MAX = 450;
const GROWTH_MB_MAX = 10;
const GROWTH_MINUTES = 15;
const SECONDS_PER_SKILL = { few: 0.01, many: 0.009 };

type Server = Target & { pids: Pids };
type Figure = { label: string; value: number; goal: Goal | null };
type Result = { name: string; what: string; figures: Figure[]; contenders: Array<{ name: string } & Round> };
type Closing = Array<() => Promise<unknown>>;

if (options.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const closing: Closing = [];
  try {
    const results: Result[] = [];
    const report = (result: Result) => {
      results.push(result);
      print(result);
    };
    await (options.against ? sideBySide(options.against, closing, report) : besideOthers(closing, report));
    if (results.length === 0 && !options.statements) throw new Error(`No row is named ${options.only}.`);
    summarise(results);
    if (options.out) {
      const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model };
      writeFileSync(options.out, `${JSON.stringify({ at: new Date(), machine, options, results }, null, 2)}\n`);
    }
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Cairn compared with the least that does the same. Everything it starts adds a function to `closing`. */
async function besideOthers(closing: Closing, report: (result: Result) => void): Promise<void> {
  const alone = ["memory", "import"];
  if (options.only.split(",").some((name) => !alone.includes(name))) {
    const { engines, meili, server, scene, seen } = await built(closing);
    const wanted = rowsOf(scene, seen, meili.masterKey).filter(isWanted);
    const servers = lazyServers(engines, server, closing);
    if (wanted.length > 0 && !options.statements) await warmUp(server, scene, seen);
    for (const row of wanted) {
      progress(row.what);
      if (options.statements) await printStatements(row, servers, engines);
      else report(await measure(row, servers));
    }
  }
  if (options.statements) return;
  if (isWanted({ name: "memory" })) report(await memoryRow(closing));
  if (isWanted({ name: "import" })) report(await importRow());
}

/** This build compared with another, each with its own engines, because their schemas may differ. */
async function sideBySide(root: string, closing: Closing, report: (result: Result) => void): Promise<void> {
  const now = await built(closing);
  const before = await built(closing, path.resolve(root));
  const rowsAt = ({ scene, seen, meili }: Built) => rowsOf(scene, seen, meili.masterKey);
  const servers: Servers = async (name) => (name === "before" ? before.server : now.server);
  for (const row of rowsAgainst(rowsAt(now), rowsAt(before), LEAST_SHARE).filter(isWanted)) {
    progress(row.what);
    report(await measure(row, servers));
  }
}

/** A new process runs slower, whichever row is first. */
async function warmUp(server: Server, scene: Scene, seen: Seen): Promise<void> {
  progress("warming up");
  await load(server, { clients: 16, ms: TIMES.start }, mixedLoad(scene, seen));
}

type Built = {
  engines: TestEngines;
  meili: NonNullable<TestEngines["meili"]>;
  server: Server;
  scene: Scene;
  seen: Seen;
};

async function built(closing: Closing, root?: string): Promise<Built> {
  progress("starting");
  const engines = await startEngines();
  closing.push(() => engines.close());
  cleanUpOnSignals(engines.folder);
  const { meili } = engines;
  if (!meili) throw new Error("There is no Meilisearch to compare with.");
  const server = await product(engines, root === undefined ? {} : { root }, closing);
  progress("preparing threads and skills");
  const scene = await setScene(`http://127.0.0.1:${server.port}`, engines, meili, Number(options.versions));
  closing.push(() => scene.close());
  return { engines, meili, server, scene, seen: await seenAt(server, scene) };
}

type Servers = (name: ServerName) => Promise<Server>;

/** Starts each server when the first row needs it. */
function lazyServers(engines: TestEngines, cairn: Server, closing: Closing): Servers {
  const { engine } = cairn.pids;
  const start: Record<ServerName, () => Promise<Server>> = {
    cairn: async () => cairn,
    before: () => Promise.reject(new Error("There is no other build.")),
    "cairn through Next": () => product(engines, { env: { API_ADAPTER: "next" } }, closing),
    bare: () => bare(engines, "bare", closing),
    next: async () => {
      buildEmptyApp();
      return bare(engines, "bare-next", closing);
    },
    meilisearch: async () => ({ ...addressOf(engines.meili?.url ?? ""), pids: { web: 0, engine, postgres: 0 } }),
  };
  const started = new Map<ServerName, Promise<Server>>();
  return (name) => {
    const server = started.get(name) ?? start[name]();
    started.set(name, server);
    return server;
  };
}

function isWanted({ name, extra = false }: { name: string; extra?: boolean }): boolean {
  if (options.only === "") return !extra;
  return options.only.split(",").some((only) => name === only || (!extra && name.startsWith(`${only}-`)));
}

/** Warms up both, then measures them in turn. Each figure is the median of its pairs of rounds. */
async function measure(row: Row, servers: Servers): Promise<Result> {
  const [ours, theirs = null] = row.contenders;
  const contenders = [ours, ...(theirs ? [theirs] : [])];
  const rounds = new Map<Asking, Round[]>(contenders.map((asking) => [asking, []]));
  // Starting a server may take longer than caches keep what the warm-up put there.
  for (const { server } of contenders) await servers(server);
  for (let round = 0; round <= TIMES.rounds; round += 1) {
    // The second contender may find the machine in another state, so the order alternates.
    for (const asking of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const measured = await measureRound(row, asking, servers, round === 0 ? TIMES.warm : TIMES.round);
      if (round > 0) rounds.get(asking)?.push(measured);
    }
  }
  const [of = [], against = of] = [...rounds.values()];
  const figures = row.judges.map(({ label, goal, of: judge }) => {
    const values = of.map((round, index) => judge(round, against[index] ?? round));
    return { label, goal, value: median(values) };
  });
  const middle = [...rounds].map(([{ server, name = server }, measured]) => ({ name, ...middleOf(measured) }));
  return { name: row.name, what: row.what, figures, contenders: middle };
}

async function measureRound(row: Row, asking: Asking, servers: Servers, ms: number): Promise<Round> {
  const server = await servers(asking.server);
  await row.before?.();
  const isOurs = asking === row.contenders[0];
  const beside = async (until: number) =>
    Promise.all(
      (row.beside ?? []).map(async ({ server: name, next }) =>
        load(await servers(name), { clients: 2, ms: until, perSecond: BESIDE_PER_SECOND }, next),
      ),
    );
  const alone = row.beside && isOurs ? await cpuOf(server.pids, () => beside(ms)) : null;
  const { clients, perSecond } = row;
  if (isOurs && row.lead) return measureFollowing(row, asking, { server, lead: await servers(row.lead.server), ms });
  const meter = cpuMeter(server.pids);
  meter.start();
  const [measured] = await Promise.all([load(server, { clients, ms, perSecond }, asking.next), beside(ms)]);
  meter.stop();
  return { ...measured, cpu: perRequest(meter.spent(), alone, measured.requests) };
}

/** Only the requests that follow another one are measured. */
async function measureFollowing(
  { clients, lead: first }: Row,
  { next }: Asking,
  { server, lead, ms }: { server: Server; lead: Target; ms: number },
): Promise<Round> {
  const connection = await open(lead);
  const meter = cpuMeter(server.pids);
  const before = async () => {
    if (first) await connection.ask(first.next());
    await sleep(LEAD_MS);
    meter.start();
  };
  const measured = await load(server, { clients, ms, before, after: () => meter.stop() }, next);
  connection.close();
  return { ...measured, cpu: perRequest(meter.spent(), null, measured.requests) };
}

async function cpuOf(pids: Pids, work: () => Promise<unknown>): Promise<Cpu | null> {
  const meter = cpuMeter(pids);
  meter.start();
  await work();
  meter.stop();
  return meter.spent();
}

function perRequest(spent: Cpu | null, beside: Cpu | null, requests: number): Cpu | null {
  if (!spent) return null;
  const of = (part: keyof Cpu) => Math.max(0, spent[part] - (beside?.[part] ?? 0)) / requests;
  return { web: of("web"), engine: of("engine"), postgres: of("postgres") };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Each number is the median of its own. */
function middleOf(rounds: readonly Round[]): Round {
  const [first] = rounds;
  if (!first) throw new Error("There was no round.");
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  const part = (name: keyof Cpu) => of(({ cpu }) => cpu?.[name] ?? 0);
  const statuses: Round["statuses"] = {};
  for (const round of rounds)
    for (const [status, count] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  return {
    requests: rounds.reduce((sum, round) => sum + round.requests, 0),
    per_second: of((round) => round.per_second),
    p50_ms: of((round) => round.p50_ms),
    p99_ms: of((round) => round.p99_ms),
    bytes: of((round) => round.bytes),
    statuses,
    cpu: first.cpu && { web: part("web"), engine: part("engine"), postgres: part("postgres") },
  };
}

/** On a fresh product, because a process that has served a bench keeps what it grew to. */
async function memoryRow(closing: Closing): Promise<Result> {
  const { server, scene, seen } = await built(closing);
  const minutes = Number(options.minutes);
  progress(`mixed load for ${minutes} min`);
  const found = await memoryUnderLoad(server, server.pids.web, minutes, mixedLoad(scene, seen));
  const growthGoal = minutes < GROWTH_MINUTES ? null : { atMost: GROWTH_MB_MAX };
  const figures: Figure[] = found
    ? [
        { label: "MB resident", value: found.last, goal: { atMost: MEMORY_MB_MAX } },
        { label: "MB/h growth after the first quarter", value: found.perHour, goal: growthGoal },
        { label: "requests/s sent", value: found.per_second, goal: null },
      ]
    : [];
  return { name: "memory", what: `web process after ${minutes} min of mixed load`, figures, contenders: [] };
}

async function importRow(): Promise<Result> {
  const skills = Number(options.import);
  progress(`import of ${skills} skills`);
  const seconds = await importSeconds(skills, skills > 2_000 || options.quick ? 1 : 3);
  const goal = { atMost: skills * (skills > 2_000 ? SECONDS_PER_SKILL.many : SECONDS_PER_SKILL.few) };
  const figures = [
    { label: "s", value: median(seconds.map(({ wall }) => wall)), goal },
    { label: "s CPU", value: median(seconds.map(({ cpu }) => cpu)), goal: null },
  ];
  return { name: "import", what: `import of ${skills} skills`, figures, contenders: [] };
}

/** Of rows with a reference server. What the product sends by itself is left out. */
async function printStatements(row: Row, servers: Servers, engines: TestEngines): Promise<void> {
  const [ours, theirs] = row.contenders;
  if (theirs?.server !== "bare") return;
  const sent = async ({ server, next }: Asking) => {
    const target = await servers(server);
    await row.before?.();
    await load(target, { clients: 16, ms: TIMES.warm }, next);
    const itself = new Set(await statementsOf(engines, server, () => sleep(ITSELF_MS)));
    const connection = await open(target);
    const statements = await statementsOf(engines, server, () => connection.ask(next()));
    connection.close();
    return statements.filter((statement) => !itself.has(statement));
  };
  const product = await sent(ours);
  const reference = await sent(theirs);
  const same = product.join("\n") === reference.join("\n");
  console.log(`\n${row.name}: ${same ? "the same statements" : "other statements"}`);
  for (const statement of product) console.log(`  ${same ? "both" : "cairn"}: ${statement}`);
  if (!same) for (const statement of reference) console.log(`  bare: ${statement}`);
}

function progress(what: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${what} …\n`);
}

function print({ name, figures, contenders }: Result): void {
  console.log(`\n${name}: ${figures.map(inWords).join("; ")}`);
  for (const { name: contender, per_second, p50_ms, p99_ms, bytes, cpu, requests, statuses } of contenders) {
    const spent = cpu ? PARTS.flatMap((part) => (cpu[part] < 0.005 ? [] : [`${part} ${cpu[part].toFixed(2)}`])) : [];
    const well = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[304] ?? 0);
    const wrong = well === requests ? "" : `  NOT ALL WELL: ${JSON.stringify(statuses)}`;
    const times = `p50 ${p50_ms.toFixed(1)} ms  p99 ${p99_ms.toFixed(1)} ms  ${bytes} bytes`;
    const cpuTime = spent.length > 0 ? `  CPU ms ${spent.join(", ")}` : "";
    console.log(`  ${contender.padEnd(20)}${per_second.toFixed(0).padStart(7)} req/s  ${times}${cpuTime}${wrong}`);
  }
}

function inWords({ label, value, goal }: Figure): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const figure = `${value.toFixed(digits)} ${label}`;
  if (!goal) return figure;
  const isMet = "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
  return `${figure} (goal ${"atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`}: ${isMet ? "met" : "MISSED"})`;
}

function summarise(results: readonly Result[]): void {
  console.log("");
  for (const { name, what, figures } of results)
    console.log(`${name.padEnd(22)}${figures.map(inWords).join("; ").padEnd(46)}  ${what}`);
}

type Options = Omit<Parameters<typeof startApp>[0], "engines">;

async function product(engines: TestEngines, started: Options, closing: Closing): Promise<Server> {
  const app = await startApp({ ...started, engines });
  closing.push(() => app.stop());
  return { ...addressOf(app.url), pids: pidsOf(engines, app.pid) };
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
  return { host: "127.0.0.1", port, pids: pidsOf(engines, child.pid ?? 0) };
}

function pidsOf({ postgres, meili }: TestEngines, web: number): Pids {
  return { web, engine: meili?.pid() ?? 0, postgres: postgres.pid() };
}

/** The result of a look at the product before the run. */
async function seenAt({ port }: Server, { threads, pages }: Scene): Promise<Seen> {
  const base = `http://127.0.0.1:${port}`;
  const pagesAt = async (addresses: string[]): Promise<SeenPage> => {
    const shown = await Promise.all(addresses.map(async (address) => (await fetch(base + address)).text()));
    const sizes = shown.map((html) => Buffer.byteLength(html));
    const elements = shown.map(
      (html) => html.replace(/<script[^>]*>.*?<\/script>/gs, "").match(/<[a-z]/g)?.length ?? 0,
    );
    return { bytes: median(sizes), elements: median(elements) };
  };
  const etags = threads.map(async ({ thread_id }) => {
    const replies = await fetch(`${base}/api/v1/posts/${thread_id}/replies`);
    await replies.arrayBuffer();
    return replies.headers.get("etag") ?? "";
  });
  return {
    etags: await Promise.all(etags),
    pages: { skills: await pagesAt(pages.skills), threads: await pagesAt(pages.threads) },
  };
}

function addressOf(url: string): Target {
  return { host: "127.0.0.1", port: Number(new URL(url).port) };
}
