import type { Problem } from "@/lib/platform/errors";
import type { Logger } from "@/lib/platform/log";

/** Who asks and how: what a verb may know of a request beside its validated input. Nothing is handed back through it. */
export type Context = Readonly<{
  request_id: string;
  log: Logger;
  /**
   * The key of the caller's address, from `clientKey`: an IPv4 address or an IPv6 /64 network. Null where there is
   * none.
   */
  client: string | null;
  /** The connection of the bearer token; null for anonymous calls. */
  connection: Connection | null;
  /** Set when the caller sent an Idempotency-Key to an endpoint that supports it. */
  idempotency: Idempotency | null;
  /** Why this request must not write although its method may: prefetch, preview, crawler. Null for an ordinary call. */
  read_only_because: string | null;
  /**
   * Counts one against the limit that the contract declares for calls that store (`storingRate`). Throws `rate_limited`
   * (429) when it is used up.
   */
  spendToStore: () => Promise<void>;
}>;

/** What an endpoint may check before the body is read. */
export type Carried = {
  path: Record<string, string>;
  header: (name: string) => string | undefined;
  /** Why the token that was sent is not one, where the endpoint itself says at which point that refuses the call. */
  refused_token?: Problem | null;
};

/** What a verb returns when there is more to say than its answer. */
export type Answered<T> = {
  answer: T;
  /** A strong ETag of the answer, where one is cheaper than a hash of the whole. */
  etag?: string;
  /** True when the answer is a stored one: an idempotent call was repeated. */
  replayed?: boolean;
};

export type Connection = {
  connection_id: string;
  name: string;
  role: "member" | "maintainer";
  /** As of the arrival of the request. Writes check it again under a lock (lib/domain/connections/control-mode.ts). */
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
  /** The SHA-256 of the token that was sent. */
  token_hash: Buffer;
  /** Whether the recorded last use is so old that this one is to be recorded. */
  is_use_stale: boolean;
};

export type Idempotency = { key: string; method: string; path: string; principal: Buffer; request_hash: Buffer };
