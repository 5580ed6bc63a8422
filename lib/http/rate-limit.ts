import { isIPv6 } from "node:net";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { RateClass } from "@/lib/contract/endpoint";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { once } from "@/lib/process";

type Policy = { name: string; size: number; seconds: number; per: string };
type LimitName = Exclude<RateClass, "none">;
export type RateHeaders = Record<"ratelimit-policy" | "ratelimit", string>;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

function policies(): Record<LimitName, Policy[]> {
  const e = env();
  return {
    read: [{ name: "reads", size: e.RATE_READS_PER_MINUTE, seconds: MINUTE, per: "client address" }],
    threads: [
      { name: "threads-minute", size: e.RATE_THREADS_PER_MINUTE, seconds: MINUTE, per: "client address" },
      { name: "threads-day", size: e.RATE_THREADS_PER_DAY, seconds: DAY, per: "client address" },
    ],
    reply: [{ name: "replies", size: e.RATE_REPLIES_PER_MINUTE, seconds: MINUTE, per: "client address" }],
    signup: [{ name: "connections", size: e.RATE_CONNECTIONS_PER_HOUR, seconds: HOUR, per: "client address" }],
    v2_read: [{ name: "knowledge-reads", size: e.RATE_V2_READS_PER_MINUTE, seconds: MINUTE, per: "connection" }],
    v2_write: [{ name: "knowledge-writes", size: e.RATE_V2_WRITES_PER_MINUTE, seconds: MINUTE, per: "connection" }],
    submission: [{ name: "submissions", size: e.RATE_SUBMISSIONS_PER_HOUR, seconds: HOUR, per: "connection" }],
  };
}

type Limiter = { policy: Policy; memory: RateLimiterMemory };

function limiters(): Record<LimitName, Limiter[]> {
  return once("rate-limiters", () => {
    const all = policies();
    const make = (list: Policy[]) =>
      list.map((policy) => ({
        policy,
        memory: new RateLimiterMemory({ keyPrefix: policy.name, points: policy.size, duration: policy.seconds }),
      }));
    return {
      read: make(all.read),
      threads: make(all.threads),
      reply: make(all.reply),
      signup: make(all.signup),
      v2_read: make(all.v2_read),
      v2_write: make(all.v2_write),
      submission: make(all.submission),
    };
  });
}

/**
 * Counts one call of `client` and returns the headers that tell what is left. Throws `rate_limited` (429) when a window
 * is used up; a refused call is not counted in any window and never makes the wait longer. Windows are fixed and kept in
 * this process. With RATE_LIMITS=off calls are counted but never refused.
 */
export async function spendRate(limit: RateClass, client: string): Promise<RateHeaders | null> {
  if (limit === "none") return null;
  const windows = limiters()[limit];
  const [only] = windows;
  if (only && windows.length === 1) return spendOne(only, client);
  const states = await Promise.all(
    windows.map(async ({ policy, memory }) => ({ policy, memory, state: await memory.get(client) })),
  );
  const full = states.find(({ policy, state }) => state && state.consumedPoints >= policy.size);
  if (full && env().RATE_LIMITS === "on") throw refused(full.policy, full.state?.msBeforeNext ?? 1_000);
  const counted = await Promise.all(
    windows.map(async ({ policy, memory }) => ({ policy, result: await consume(memory, client) })),
  );
  return headersOf(
    counted.map(({ policy, result }) => ({ policy, left: result.remainingPoints, ms: result.msBeforeNext })),
  );
}

/** With one window nothing has to be looked at first: counting on beyond its size changes neither answer nor wait. */
async function spendOne({ policy, memory }: Limiter, client: string): Promise<RateHeaders> {
  const { consumedPoints, remainingPoints, msBeforeNext: ms } = await consume(memory, client);
  if (consumedPoints > policy.size && env().RATE_LIMITS === "on") throw refused(policy, ms);
  return headersOf([{ policy, left: remainingPoints, ms }]);
}

async function consume(memory: RateLimiterMemory, client: string): Promise<RateLimiterRes> {
  try {
    return await memory.consume(client);
  } catch (error) {
    if (isResult(error)) return error;
    throw error;
  }
}

/** By its shape: the limiter is made once per process, but Next bundles a copy of its classes of its own. */
function isResult(error: unknown): error is RateLimiterRes {
  return typeof error === "object" && error !== null && "msBeforeNext" in error;
}

function refused(policy: Policy, ms: number): Problem {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return new Problem("rate_limited", {
    detail: `The limit "${policy.name}" of ${policy.size} per ${period(policy.seconds)} and ${policy.per} is used up; it resets in ${seconds} s.`,
    extra: {
      limit: { name: policy.name, size: policy.size, window_seconds: policy.seconds, resets_in_seconds: seconds },
    },
    retryAfterSeconds: seconds,
    headers: headersOf([{ policy, left: 0, ms }]),
  });
}

function period(seconds: number): string {
  if (seconds === MINUTE) return "minute";
  return seconds === HOUR ? "hour" : "day";
}

function headersOf(states: Array<{ policy: Policy; left: number; ms: number }>): RateHeaders {
  return {
    "ratelimit-policy": states.map(({ policy }) => `"${policy.name}";q=${policy.size};w=${policy.seconds}`).join(", "),
    ratelimit: states
      .map(({ policy, left, ms }) => `"${policy.name}";r=${Math.max(0, left)};t=${Math.max(0, Math.ceil(ms / 1_000))}`)
      .join(", "),
  };
}

/** The headers for answers that were refused before anything was counted. */
export function idleRateHeaders(limit: RateClass): RateHeaders {
  const list = limit === "none" ? policies().read : policies()[limit];
  return headersOf(list.map((policy) => ({ policy, left: policy.size, ms: policy.seconds * 1_000 })));
}

/** The key a client address is counted under: an IPv4 address whole, an IPv6 address by its /64 network. */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":")}::/64`;
}
