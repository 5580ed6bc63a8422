import type { Logger } from "@/lib/log";

/** Who asks and how: everything a verb may know about a request beside its validated input. */
export type Context = {
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
  /** Counts one request against a rate limit. Throws `rate_limited` (429) when it is used up. */
  spend: (limit: "threads") => Promise<void>;
  /** Set by a verb that returned a stored result; the answer then carries `Idempotency-Replayed: true`. */
  replayed: boolean;
  /** A strong ETag of the answer, set by a verb that knows one cheaper than hashing the whole answer. */
  etag: string | null;
};

export type Connection = {
  connection_id: string;
  name: string;
  role: "member" | "maintainer";
  /** As of the arrival of the request. Writes check it again under a lock (lib/control-mode.ts). */
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
};

export type Idempotency = { key: string; method: string; path: string; principal: Buffer; request_hash: Buffer };
