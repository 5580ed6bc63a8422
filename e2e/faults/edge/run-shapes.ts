import { fork } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bodies } from "@/e2e/faults/edge/bodies";
import { connections } from "@/e2e/faults/edge/connections";
import { endpointHeaders, headerFloods } from "@/e2e/faults/edge/endpoint-headers";
import type { Shape, Target } from "@/e2e/faults/edge/hostile";
import { metricsOf, openThreads } from "@/e2e/faults/edge/neighbour";
import { pipelined } from "@/e2e/faults/edge/pipelined";
import type { Command, Order, Seen } from "@/e2e/faults/edge/probe";
import { protocol } from "@/e2e/faults/edge/protocol";
import { randomBytes } from "@/e2e/faults/edge/random-bytes";
import { patient, slow } from "@/e2e/faults/edge/slow";
import { randomOf } from "@/e2e/samples/chance";

/** Shapes that run one after the other. */
const brisk: Shape[] = [
  ...pipelined,
  ...bodies,
  ...protocol,
  ...connections,
  ...headerFloods,
  ...endpointHeaders,
  ...randomBytes,
];
/** All shapes. */
export const shapes: Shape[] = [...brisk, ...slow, patient];

const ANSWERED_MS_MAX = 2_000;
const SETTLED_MS_MAX = 12_000;
const FIRST_ANSWERS_MS_MAX = 30_000;
/** A key is valid for twenty replies; the probe sends two a second. */
const SECONDS_PER_THREAD = 10;
/** On a busy machine. */
const SECONDS_PER_ROUND = 360;

/** `waits_ms`: response times of the other clients while the shape ran, shortest first. */
export type Outcome = {
  name: string;
  from: number;
  to: number;
  said: string;
  wrong: string[];
  waits_ms: number[];
};
export type Options = {
  port: number;
  /** The product's process. */
  pid: number;
  /** Gives access to the metrics page. */
  token: string;
  seed: number;
  /** How often the table is repeated. */
  rounds?: number;
  /** Only shapes whose name contains this text. */
  only?: string;
  /** Maximum response time for other clients; two seconds by default. */
  answeredMs?: number;
  onOutcome?: (outcome: Outcome) => void;
};
export type Summary = { outcomes: Outcome[]; asked: number; slowest_ms: number };

/** The 99th percentile; `sorted` ascending. 0 for an empty list. */
export function p99(sorted: number[]): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}

/**
 * Abuses a running product in every shape, with its limits on, while other clients use it. A shape fails if one of them
 * gets no response within `answeredMs`, if requests are still counted afterwards, or if it reports an error itself.
 */
export async function runShapes(options: Options): Promise<Summary> {
  const { port, pid, token, rounds = 1, only = "", answeredMs = ANSWERED_MS_MAX, onOutcome } = options;
  const target: Target = { port, random: randomOf(options.seed) };
  const chosen = (list: Shape[]) => list.filter(({ name }) => name.includes(only));
  const probe = await startProbe(port, pid, rounds * SECONDS_PER_ROUND, answeredMs);
  const outcomes: Outcome[] = [];

  async function run({ name, attack }: Shape, settles: boolean): Promise<void> {
    const from = Date.now();
    const outcome: Outcome = { name, from, to: from, said: "", wrong: [], waits_ms: [] };
    outcomes.push(outcome);
    try {
      outcome.said = (await attack(target)) ?? "";
    } catch (error) {
      outcome.wrong.push(String(error));
    }
    if (settles) outcome.wrong.push(...(await stillCounted(port, token, probe.say)));
    outcome.to = Date.now();
    outcome.wrong.push(...probe.wrongSince(from));
    outcome.waits_ms = probe.waitsSince(from);
    onOutcome?.(outcome);
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      const waiting = Promise.all(chosen([patient]).map((shape) => run(shape, false)));
      for (const shape of chosen(brisk)) await run(shape, true);
      await Promise.all(chosen(slow).map((shape) => run(shape, false)));
      await waiting;
    }
    await run({ name: "afterwards", attack: () => sleep(1_500, undefined) }, true);
  } finally {
    await probe.stop();
  }
  return { outcomes, ...probe.summary() };
}

/** A client that uses the product the whole time. Resolves once it has had every kind of response. */
async function startProbe(port: number, pid: number, seconds: number, answeredMs: number) {
  const threads = await openThreads(port, Math.ceil(seconds / SECONDS_PER_THREAD));
  const seen: Seen[] = [];
  const child = fork(path.join(import.meta.dirname, "probe.ts"), { execArgv: ["--import", "tsx"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.on("message", (message) => seen.push(message as Seen));
  child.send({ port, pid, threads } satisfies Order);
  // The first page is slow because Next loads it.
  const isWell = ({ status, ms }: Seen) => (status === 200 || status === 201) && ms <= answeredMs;
  const until = Date.now() + FIRST_ANSWERS_MS_MAX;
  while (seen.slice(-8).filter(isWell).length < 8) {
    if (Date.now() > until)
      throw new Error(`The product does not work before any attack: ${JSON.stringify(seen.at(-1))}`);
    await sleep(100);
  }
  let told = seen.length;
  return {
    /** Errors in the responses to requests of this period that were not reported yet. */
    wrongSince(from: number): string[] {
      const fresh = seen.slice(told);
      told = seen.length;
      return fresh
        .filter((one) => !isWell(one))
        .map(({ at, what, status, ms, problem }) => {
          const when = at < from ? " (asked before this shape began)" : "";
          return `a ${what} was answered ${status} after ${ms.toFixed(0)} ms${when}: ${problem}`;
        });
    },
    /** Waiting times so far of the requests sent since then, shortest first. */
    waitsSince: (from: number) =>
      seen
        .filter(({ at }) => at >= from)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b),
    summary: () => ({ asked: seen.length, slowest_ms: Math.max(0, ...seen.slice(8).map(({ ms }) => ms)) }),
    say: (command: Command) => void child.send(command),
    async stop() {
      child.send("stop" satisfies Command);
      await ended;
    },
  };
}

/**
 * Counters that should be zero again. On a busy machine they always include requests of the other clients, so after a
 * while those pause until the counters are known.
 */
async function stillCounted(port: number, token: string, say: (command: Command) => void): Promise<string[]> {
  let found = "";
  const pausing = setTimeout(() => say("pause"), SETTLED_MS_MAX / 4);
  try {
    for (const until = Date.now() + SETTLED_MS_MAX; Date.now() < until; await sleep(30)) {
      const text = await metricsOf(port, token).catch((error: unknown) => `no metrics: ${String(error)}`);
      const lines = text.split("\n").filter((line) => line.startsWith("cairn_requests_in_hand{"));
      found = lines.length === 0 ? text.slice(0, 200) : lines.join(", ");
      if (lines.length > 0 && lines.every((line) => line.endsWith(" 0"))) return [];
    }
  } finally {
    clearTimeout(pausing);
    say("go on");
  }
  return [`still counted ${SETTLED_MS_MAX} ms later: ${found}`];
}
