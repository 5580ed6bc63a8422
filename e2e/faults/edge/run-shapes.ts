import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { metricsOf, openThreads, type Shape, type Target } from "@/e2e/faults/edge/hostile";
import type { Command, Order, Seen } from "@/e2e/faults/edge/probe";
import { expect, type Product, test } from "@/e2e/faults/product";
import { randomOf } from "@/e2e/samples/chance";

const TOKEN = "token-of-the-fault-suite";
/** The default configuration, except for the metrics page. */
export const SHIPPED = { RATE_LIMITS: "on", METRICS_TOKEN: TOKEN };
const ANSWERED_MS_MAX = 2_000;
const SETTLED_MS_MAX = 12_000;
const FIRST_ANSWERS_MS_MAX = 30_000;
/** A key is valid for twenty replies; the probe sends two a second. */
const SECONDS_PER_THREAD = 10;
/** On a busy machine. */
const SECONDS_PER_ROUND = 360;

/** How often the shapes are repeated, and the only ones: `npm run faults` and a look at one of them. */
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 1);
const ONLY = process.env.FAULTS_ONLY ?? "";

/** The product of this file's tests has the limits that are shipped. */
export function withShippedLimits(): void {
  test.beforeAll(async ({ product }) => {
    await product.app().stop();
    await product.start(SHIPPED);
  });
  test.afterAll(async ({ product }) => {
    await product.app().stop();
    await product.start();
  });
}

export const portOf = ({ app }: Product) => Number(new URL(app().url).port);

/** `brisk` shapes run one after the other, then the `slow` ones together; `patient` starts first and ends last. */
export type Shapes = { brisk: Shape[]; slow?: Shape[]; patient?: Shape };

/**
 * Expects that other clients are served while each of these shapes runs, with the limits on. A shape fails if one of them gets
 * no response in time, if requests are still counted afterwards, or if it reports an error itself.
 */
export async function expectOthersServed(product: Product, { brisk, slow = [], patient }: Shapes): Promise<void> {
  // A minute on two free cores; more on busy ones.
  test.setTimeout(600_000 * ROUNDS);
  const names = [...brisk, ...slow, ...(patient ? [patient] : [])].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
  console.log(`FAULTS_SEED=${seed}`);
  const { pid } = product.app();
  const target = { port: portOf(product), random: randomOf(seed) };
  const failedOf = (isRun: (name: string) => boolean, rounds: number) => {
    const chosen = (list: Shape[]) => list.filter(({ name }) => isRun(name));
    return runShapes(target, pid, rounds, chosen(brisk), chosen(slow), chosen(patient ? [patient] : []));
  };
  // Abuse that works does so again; a machine that stalls may be late once.
  for (const failed of await failedOf((name) => name.includes(ONLY), ROUNDS))
    expect(await failedOf((name) => name === failed.name, 1)).toEqual([]);
  expect(product.app().pid).toBe(pid);
}

type Failed = { name: string; wrong: string[] };

async function runShapes(
  target: Target,
  pid: number,
  rounds: number,
  brisk: Shape[],
  slow: Shape[],
  patient: Shape[],
): Promise<Failed[]> {
  const probe = await startProbe(target.port, pid, rounds * SECONDS_PER_ROUND);
  const failed: Failed[] = [];

  async function run({ name, attack }: Shape, settles: boolean): Promise<void> {
    const from = Date.now();
    const wrong: string[] = [];
    const said = await attack(target).catch((error: unknown) => void wrong.push(String(error)));
    if (settles) wrong.push(...(await stillCounted(target.port, probe.say)));
    const ms = Date.now() - from;
    wrong.push(...probe.wrongSince(from));
    const waited = `the others waited at most ${Math.max(0, ...probe.waitsSince(from)).toFixed(0)} ms`;
    console.log([`${String(ms).padStart(6)} ms  ${name}  ${said ?? ""}  ${waited}`, ...wrong].join("\n         "));
    if (wrong.length > 0) failed.push({ name, wrong });
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      const waiting = Promise.all(patient.map((shape) => run(shape, false)));
      for (const shape of brisk) await run(shape, true);
      await Promise.all(slow.map((shape) => run(shape, false)));
      await waiting;
    }
    await run({ name: "afterwards", attack: () => sleep(1_500, undefined) }, true);
  } finally {
    await probe.stop();
  }
  const waits = probe.waitsSince(0).sort((a, b) => a - b);
  const p99 = waits[Math.max(0, Math.ceil(waits.length * 0.99) - 1)] ?? 0;
  console.log(`the others asked ${waits.length} times; 99 of 100 answers came within ${p99.toFixed(0)} ms`);
  return failed;
}

/** A client that uses the product the whole time. Resolves once it has had every kind of response. */
async function startProbe(port: number, pid: number, seconds: number) {
  const threads = await openThreads(port, Math.ceil(seconds / SECONDS_PER_THREAD));
  const seen: Seen[] = [];
  const child = fork(path.join(import.meta.dirname, "probe.ts"), { execArgv: ["--import", "tsx"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.on("message", (message) => seen.push(message as Seen));
  child.send({ port, pid, threads } satisfies Order);
  // The first page is slow because Next loads it.
  const isWell = ({ status, ms }: Seen) => (status === 200 || status === 201) && ms <= ANSWERED_MS_MAX;
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
    /** Waiting times so far of the requests sent since then. */
    waitsSince: (from: number) => seen.filter(({ at }) => at >= from).map(({ ms }) => ms),
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
async function stillCounted(port: number, say: (command: Command) => void): Promise<string[]> {
  let found = "";
  const pausing = setTimeout(() => say("pause"), SETTLED_MS_MAX / 4);
  try {
    for (const until = Date.now() + SETTLED_MS_MAX; Date.now() < until; await sleep(30)) {
      const text = await metricsOf(port, TOKEN).catch((error: unknown) => `no metrics: ${String(error)}`);
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
