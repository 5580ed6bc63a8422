import { write } from "@/db/client";
import { recordUse } from "@/db/queries/connections";
import type { Carrier, EndpointContract } from "@/lib/contract/endpoint";
import { refuseMode } from "@/lib/domain/connections/controls";
import type { Connection, Context, Idempotency } from "@/lib/domain/context";
import { log } from "@/lib/platform/log";
import { seal } from "@/lib/platform/secret";
import { weakKeyHeaders } from "@/lib/server/http/idempotency-key";
import { spendRate } from "@/lib/server/http/rate-limit";

/** The caller, over HTTP or MCP. */
export type Caller = {
  request_id: string;
  /** The key under which the caller's address is counted. */
  client: string;
  connection: Connection | null;
  read_only_because: string | null;
  /** The response headers. Remaining rate limits are written here. */
  headers: Record<string, string>;
};

/**
 * Counts a call against its rate limit, checks the control mode and creates the context for its verb. Throws
 * `rate_limited` and the refusals of a control mode. HTTP and MCP both use this, so their limits are the same.
 */
export async function openCall(contract: EndpointContract, caller: Caller): Promise<Context> {
  const { request_id, client, headers, read_only_because } = caller;
  const connection = contract.auth === "none" ? null : caller.connection;
  // A reply's limit is one for key and token: the address.
  const counted = contract.auth === "append_key" ? client : (connection?.connection_id ?? client);
  Object.assign(headers, spendRate(contract.rate, counted));
  if (connection && contract.access) refuseMode(connection.control_mode, contract.access);
  if (connection?.is_use_stale && contract.name !== "get_connection") noteUse(connection.connection_id);
  return {
    request_id,
    log: log(),
    client,
    connection,
    idempotency: null,
    read_only_because,
    async spendToStore() {
      if (!contract.storingRate) throw new Error(`${contract.name} declares no rate for what it stores.`);
      Object.assign(headers, spendRate(contract.storingRate, client));
    },
  };
}

/** Beside the call, which neither waits for it nor fails with it. */
function noteUse(connection_id: string): void {
  write((sql) => recordUse(sql, connection_id)).catch((error: unknown) =>
    log().debug({ err: String(error) }, "the last use of a token was not recorded"),
  );
}

/**
 * The identity of an idempotent call: its key, its request and the caller's principal. The principal is the connection,
 * else the append key if the contract carries one, else the address. It includes its kind, so an append key that looks
 * like an address does not match that address. HTTP and MCP both use this, so they behave the same. A key that others
 * could guess adds a warning to the response headers.
 */
export function idempotencyOf(
  contract: EndpointContract,
  call: { key: string; method: string; path: string; request_hash: Buffer },
  by: Pick<Caller, "client" | "headers"> &
    Pick<Context, "connection"> & {
      header: (name: string) => string | undefined;
    },
): Idempotency {
  const append_key = carriesAppendKey(contract) ? by.header(APPEND_KEY_HEADER) : undefined;
  if (by.connection) return { ...call, principal: seal("principal", "connection", by.connection.connection_id) };
  if (append_key) return { ...call, principal: seal("principal", "append key", append_key) };
  Object.assign(by.headers, weakKeyHeaders(call.key));
  return { ...call, principal: seal("principal", "address", by.client) };
}

const APPEND_KEY_HEADER = "x-service-append-key";

function carriesAppendKey({ carriedBy = {} }: EndpointContract): boolean {
  return Object.values<Carrier | undefined>(carriedBy).some(
    (carrier) => carrier !== undefined && "header" in carrier && carrier.header === APPEND_KEY_HEADER,
  );
}
