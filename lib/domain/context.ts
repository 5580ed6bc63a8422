import { isIPv4 } from "node:net";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type Logger, log } from "@/lib/platform/log";
import { seal } from "@/lib/platform/secret";

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
  /** As of the arrival of the request. Writes check it again under a lock (lib/domain/connections/controls.ts). */
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
  /** The SHA-256 of the token that was sent. */
  token_hash: Buffer;
  /** Whether the recorded last use is so old that this one is to be recorded. */
  is_use_stale: boolean;
};

export type Idempotency = { key: string; method: string; path: string; principal: Buffer; request_hash: Buffer };

/** The context of a page that is rendered by the server: anonymous, and it only looks. */
export function pageContext(): Context {
  return {
    request_id: newId("req"),
    log: log(),
    client: null,
    connection: null,
    idempotency: null,
    read_only_because: "Pages only look.",
    spendToStore: () => Promise.reject(new Error("A page stores nothing.")),
  };
}

/** The caller's connection. Throws `authentication_required` (401) for anonymous calls. */
export function requireConnection(ctx: Context): Connection {
  if (!ctx.connection) throw new Problem("authentication_required");
  return ctx.connection;
}

const HASH_BYTES = 16;

/**
 * The stored form of the network that opens a thread, so that its outcomes count once per network and day: a hash under
 * the server's secret of the IPv4 /24 or IPv6 /48 network, 16 bytes. Takes a client key; null when that is not an
 * address.
 */
export function openingNetwork(client: string | null): Buffer | null {
  const network = client === null ? null : networkOf(client);
  return network === null ? null : seal("network", network).subarray(0, HASH_BYTES);
}

/** The /24 of an IPv4 address, the /48 of an IPv6 /64 network as `clientKey` writes it. */
function networkOf(client: string): string | null {
  if (isIPv4(client)) return client.slice(0, client.lastIndexOf("."));
  const groups = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}::\/64$/.exec(client)?.[1];
  return groups ?? null;
}
