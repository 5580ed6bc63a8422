import { isIP, isIPv6 } from "node:net";
import type { RateClass } from "@/lib/contract/endpoint";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

type Policy = { name: string; size: number; seconds: number; per: string };
type LimitName = Exclude<RateClass, "none">;
type RateHeaders = Record<"ratelimit-policy" | "ratelimit", string>;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** How often expired windows are removed. */
const SWEEP_MS = 60_000;

/** A client's call count in the window that its first call opened. */
type Window = { used: number; endsAt: number };
type Limiter = { policy: Policy; named: string; windows: Map<string, Window>; sweepAt: number };

function limiters(): Record<LimitName, Limiter[]> {
  return singleton("rate-limiters", () => {
    const e = env();
    return {
      read: [limiter("reads", e.RATE_READS_PER_MINUTE, MINUTE, "client address")],
      threads: [
        limiter("threads-minute", e.RATE_THREADS_PER_MINUTE, MINUTE, "client address"),
        limiter("threads-day", e.RATE_THREADS_PER_DAY, DAY, "client address"),
      ],
      reply: [limiter("replies", e.RATE_REPLIES_PER_MINUTE, MINUTE, "client address")],
      signup: [limiter("connections", e.RATE_CONNECTIONS_PER_HOUR, HOUR, "client address")],
      v2_read: [limiter("knowledge-reads", e.RATE_V2_READS_PER_MINUTE, MINUTE, "connection")],
      v2_write: [limiter("knowledge-writes", e.RATE_V2_WRITES_PER_MINUTE, MINUTE, "connection")],
      submission: [limiter("submissions", e.RATE_SUBMISSIONS_PER_HOUR, HOUR, "connection")],
    };
  });
}

function limiter(name: string, size: number, seconds: number, per: string): Limiter {
  const policy = { name, size, seconds, per };
  return { policy, named: nameOf(policy), windows: new Map(), sweepAt: 0 };
}

/**
 * Counts one call of `client` and returns the headers with the remaining calls. Throws `rate_limited` (429) when a
 * window is used up. A refused call counts in no window and never extends the wait. Windows are fixed and kept in this
 * process. With RATE_LIMITS=off calls are counted but never refused.
 */
export function spendRate(limit: RateClass, client: string): RateHeaders | null {
  if (limit === "none") return null;
  refuseWhenSpent(limit, client);
  const now = performance.now();
  const list = limiters()[limit];
  const headers: RateHeaders = { "ratelimit-policy": "", ratelimit: "" };
  for (const limiter of list) {
    const { used, endsAt } = count(limiter, client, now);
    addTo(headers, limiter.named, state(limiter.policy, limiter.policy.size - used, endsAt - now));
  }
  return headers;
}

/** Throws `rate_limited` (429) when one of this client's windows is used up. Counts nothing. */
export function refuseWhenSpent(limit: LimitName, client: string): void {
  if (env().RATE_LIMITS !== "on") return;
  const now = performance.now();
  for (const { policy, windows } of limiters()[limit]) {
    const open = windows.get(client);
    if (open && open.endsAt > now && open.used >= policy.size) throw refused(policy, open.endsAt - now);
  }
}

function count(limiter: Limiter, client: string, now: number): Window {
  const { windows, policy } = limiter;
  if (now >= limiter.sweepAt) {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
    limiter.sweepAt = now + SWEEP_MS;
  }
  const open = windows.get(client);
  if (open && open.endsAt > now) {
    open.used += 1;
    return open;
  }
  const opened = { used: 1, endsAt: now + policy.seconds * 1_000 };
  windows.set(client, opened);
  return opened;
}

function refused(policy: Policy, ms: number): Problem {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return new Problem("rate_limited", {
    detail: `The limit "${policy.name}" of ${policy.size} per ${period(policy.seconds)} and ${policy.per} is used up; it resets in ${seconds} s.`,
    extra: {
      limit: { name: policy.name, size: policy.size, window_seconds: policy.seconds, resets_in_seconds: seconds },
    },
    retryAfterSeconds: seconds,
    headers: { "ratelimit-policy": nameOf(policy), ratelimit: state(policy, 0, ms) },
  });
}

function period(seconds: number): string {
  if (seconds === MINUTE) return "minute";
  return seconds === HOUR ? "hour" : "day";
}

function nameOf({ name, size, seconds }: Policy): string {
  return `"${name}";q=${size};w=${seconds}`;
}

function state({ name }: Policy, left: number, ms: number): string {
  return `"${name}";r=${Math.max(0, left)};t=${Math.max(0, Math.ceil(ms / 1_000))}`;
}

function addTo(headers: RateHeaders, named: string, left: string): void {
  headers["ratelimit-policy"] += headers["ratelimit-policy"] ? `, ${named}` : named;
  headers.ratelimit += headers.ratelimit ? `, ${left}` : left;
}

/** The headers for answers refused before anything was counted. */
export function idleRateHeaders(limit: RateClass): RateHeaders {
  const headers: RateHeaders = { "ratelimit-policy": "", ratelimit: "" };
  for (const { policy, named } of limiters()[limit === "none" ? "read" : limit])
    addTo(headers, named, state(policy, policy.size, policy.seconds * 1_000));
  return headers;
}

/**
 * The key under which a client address is counted: a full IPv4 address, also if mapped into IPv6, or the /64 network of
 * an IPv6 address.
 */
export function clientKey(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group || "0", 16));
  const [, , , , , sixth, high = 0, low = 0] = groups;
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/**
 * The client's address. Without proxies it is the socket's address. With `proxies` trusted proxies it is the address
 * that the outermost one saw, which is that many places from the right of X-Forwarded-For. The client can forge
 * everything further left. Ports, brackets, quotes and whitespace are stripped; anything that is then not an address is
 * ignored.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const socket = socketAddress ?? "unknown";
  if (proxies === 0 || !forwardedFor) return socket;
  const hops = forwardedFor.split(",").filter((hop) => hop.trim() !== "");
  return addressIn(hops.at(-Math.min(proxies, hops.length)) ?? "") ?? socket;
}

/**
 * Accepts `192.0.2.1`, `192.0.2.1:567`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, also quoted; else null.
 */
function addressIn(hop: string): string | null {
  const text = hop
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : null;
  const [address = ""] = /^[\d.]+:\d{1,5}$/.test(text) ? text.split(":") : [text];
  return isIP(address) ? address : null;
}
