import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setInterval, setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { load, type Target } from "@/e2e/bench/load";
import type { TestEngines } from "@/e2e/support/product";

/** The parts of a server's work: its own process, the search engine, and Postgres with all its processes. */
export const PARTS = ["web", "engine", "postgres"] as const;
export type Cpu = Record<(typeof PARTS)[number], number>;
export type Pids = Record<keyof Cpu, number>;

type CpuMeter = {
  start(): void;
  stop(): void;
  /** Milliseconds between all starts and stops; null if the system does not report them. */
  spent(): Cpu | null;
};

/**
 * Measures CPU time thread by thread in nanoseconds (`/proc/PID/task/…/schedstat`), because `/proc/PID/stat` counts in
 * hundredths of a second.
 */
export function cpuMeter(pids: Pids): CpuMeter {
  const total: Cpu = { web: 0, engine: 0, postgres: 0 };
  let before: Array<Map<string, number>> = [];
  const isKnown = existsSync(`/proc/${process.pid}/schedstat`);
  const now = () => PARTS.map((part) => threadTimes(part === "postgres" ? withChildren(pids[part]) : [pids[part]]));
  return {
    start() {
      if (isKnown) before = now();
    },
    stop() {
      if (!isKnown) return;
      for (const [index, times] of now().entries()) {
        const part = PARTS[index] ?? "web";
        for (const [thread, ms] of times) total[part] += ms - (before[index]?.get(thread) ?? 0);
      }
    },
    spent: () => (isKnown ? { ...total } : null),
  };
}

/** Resident memory of a process in MB; null if the system does not report it. */
function residentMb(pid: number): number | null {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

function withChildren(pid: number): number[] {
  if (pid === 0) return [];
  return [pid, ...textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number)];
}

function threadTimes(pids: number[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids) {
    const folder = `/proc/${pid}/task`;
    if (pid === 0 || !existsSync(folder)) continue;
    for (const thread of readdirSync(folder)) {
      const [nanoseconds] = textOf(`${folder}/${thread}/schedstat`).split(" ");
      times.set(thread, Number(nanoseconds) / 1e6);
    }
  }
  return times;
}

/** Threads and processes may end at any time. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const PER_SECOND = 80;
const SAMPLE_MS = 1_000;

/** Resident memory of a process under load: at the end, and its growth after the first quarter in MB an hour. */
export async function memoryUnderLoad(
  target: Target,
  pid: number,
  minutes: number,
  next: () => Buffer,
): Promise<{ last: number; perHour: number; per_second: number } | null> {
  if (residentMb(pid) === null) return null;
  const samples: Array<{ hours: number; mb: number }> = [];
  const started = performance.now();
  const stop = new AbortController();
  const sampling = (async () => {
    for await (const _ of setInterval(SAMPLE_MS, null, { signal: stop.signal }))
      samples.push({ hours: (performance.now() - started) / 3_600_000, mb: residentMb(pid) ?? 0 });
  })().catch(() => {});
  const { per_second } = await load(target, { clients: 16, ms: minutes * 60_000, perSecond: PER_SECOND }, next);
  stop.abort();
  await sampling;
  return { last: samples.at(-1)?.mb ?? 0, perHour: slope(samples.slice(samples.length >> 2)), per_second };
}

/** Of the straight line nearest to all samples. */
function slope(samples: ReadonlyArray<{ hours: number; mb: number }>): number {
  const mean = (of: "hours" | "mb") => samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
  const [hours, mb] = [mean("hours"), mean("mb")];
  const both = samples.reduce((sum, sample) => sum + (sample.hours - hours) * (sample.mb - mb), 0);
  return both / samples.reduce((sum, sample) => sum + (sample.hours - hours) ** 2, 0);
}

const WAIT_MS = 300;
/** Starts of the server's log lines, with the name of the client. */
const LINE = /^@(\S*) (?=[A-Z]+:)/m;

/** The SQL that one client of the database sends while `work` runs, as the server logs it. */
export async function statementsOf(
  engines: TestEngines,
  client: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const log = path.join(engines.folder, "logs", "postgres.log");
  const sql = postgres(engines.postgres.url, { max: 1, onnotice: () => {} });
  const set = async (...statements: string[]) => {
    for (const statement of [...statements, "select pg_reload_conf()"]) await sql.unsafe(statement);
    await sleep(WAIT_MS);
  };
  try {
    await set("alter system set log_line_prefix = '@%a '", "alter system set log_statement = 'all'");
    const from = readFileSync(log).length;
    await work();
    await sleep(WAIT_MS);
    const added = readFileSync(log).subarray(from).toString("utf8");
    const parts = added.split(LINE);
    // The parts are, after the first, names and texts in turn.
    return parts.flatMap((name, index) => {
      const text = /^LOG: {2}(?:execute [^:]*|statement): (.*)$/s.exec(parts[index + 1] ?? "")?.[1];
      return index % 2 === 1 && name === client && text ? [text.replace(/\s+/g, " ").trim()] : [];
    });
  } finally {
    await set("alter system reset all");
    await sql.end();
  }
}
