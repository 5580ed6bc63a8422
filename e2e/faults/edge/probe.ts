import { readFileSync } from "node:fs";
import { askFrom, NEIGHBOURS, type Thread } from "@/e2e/faults/edge/hostile";

/** The other clients, in a separate process, so that the CPU time of the attacks does not affect their clock. */

/**
 * The result of one request. `status` is 0 if there was no response. `ms` excludes time in which this process stalled
 * or the product waited for a CPU used by other programs.
 */
export type Seen = { at: number; what: string; status: number; ms: number; problem: string };
export type Command = "pause" | "go on" | "stop";
export type Order = { port: number; pid: number; threads: Thread[] };

const EVERY_MS = 500;
/** Long after the deadline, to measure how late a response was. */
const GIVEN_UP_MS = 20_000;
const LOOK_MS = 20;
const JSON_TYPE = { "content-type": "application/json" };

let stoodStill = 0;
let lookedAt = performance.now();
let underWay = 0;
let product = 0;

setInterval(() => {
  const now = performance.now();
  stoodStill += Math.max(0, now - lookedAt - 2 * LOOK_MS);
  lookedAt = now;
}, LOOK_MS);

process.once("disconnect", () => process.exit());
process.once("message", (order: Order) => {
  let round = 0;
  let isPaused = false;
  product = order.pid;
  const timer = setInterval(() => {
    if (isPaused) return;
    askAll(order, round);
    round += 1;
  }, EVERY_MS);
  process.on("message", (command: Command) => {
    isPaused = command === "pause";
    if (command !== "stop") return;
    clearInterval(timer);
    setInterval(() => underWay === 0 && process.exit(), LOOK_MS);
  });
});

/** A page, a list, a search and a reply from one neighbour after the other, as people would, within the limits. */
function askAll({ port, threads }: Order, round: number): void {
  const from = NEIGHBOURS[round % NEIGHBOURS.length] ?? "";
  const { thread_id = "", append_key = "" } = threads[round % threads.length] ?? {};
  const posted = { port, from, method: "POST", headers: JSON_TYPE };
  const text = `It went so in round ${round}.`;
  void ask("page", { port, from, path: "/skills", headers: { accept: "text/html" } });
  void ask("list", { port, from, path: "/api/v1/posts?limit=5" });
  void ask("search", { ...posted, path: "/api/v1/search", body: JSON.stringify({ q: "cache a page", preview: true }) });
  void ask("reply", {
    ...posted,
    path: `/api/v1/posts/${thread_id}/replies`,
    headers: { ...JSON_TYPE, "x-service-append-key": append_key },
    body: JSON.stringify({ outcome: "partial", text }),
  });
}

async function ask(what: string, asked: Parameters<typeof askFrom>[0]): Promise<void> {
  underWay += 1;
  const at = Date.now();
  const started = performance.now();
  const before = withheld();
  const { status, text } = await askFrom(asked, GIVEN_UP_MS).catch((error: unknown) => ({
    status: 0,
    text: String(error),
  }));
  const ms = performance.now() - started - (withheld() - before);
  process.send?.({
    at,
    what,
    status,
    ms,
    problem: status < 300 && status > 0 ? "" : text.slice(0, 200),
  } satisfies Seen);
  underWay -= 1;
}

/**
 * Total milliseconds so far in which this process stalled or the product waited for a CPU. Only Linux reports the
 * latter.
 */
function withheld(): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${product}/schedstat`, "utf8").split(" ").map(Number);
    return stoodStill + waited / 1_000_000;
  } catch {
    return stoodStill;
  }
}
