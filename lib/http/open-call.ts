import type { Connection, Context, Idempotency } from "@/lib/context";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { refuseMode } from "@/lib/control-mode";
import { spendRate } from "@/lib/http/rate-limit";
import { log } from "@/lib/log";
import { sha256 } from "@/lib/secret";

/** Who makes a call, whichever way it came. */
export type Caller = {
  request_id: string;
  /** The key its address is counted under. */
  client: string;
  connection: Connection | null;
  read_only_because: string | null;
  /** The headers of the answer: what is left of the rate limits is written here. */
  headers: Record<string, string>;
};

/**
 * Counts a call against its rate limit, checks the control mode and makes the context of its verb. Throws `rate_limited`
 * and the refusals of a control mode. HTTP and MCP both open their calls here, so that their limits cannot differ.
 */
export async function openCall(contract: EndpointContract, caller: Caller): Promise<Context> {
  const { request_id, client, headers, read_only_because } = caller;
  const connection = contract.auth === "connection" || contract.auth === "optional" ? caller.connection : null;
  Object.assign(headers, spendRate(contract.rate, connection?.connection_id ?? client));
  if (connection && contract.access) refuseMode(connection.control_mode, contract.access);
  return {
    request_id,
    log: log(),
    client,
    connection,
    idempotency: null,
    read_only_because,
    async spend(limit) {
      Object.assign(headers, spendRate(limit, client));
    },
    replayed: false,
    etag: null,
  };
}

/** What tells one idempotent call from another. Whoever writes anonymously is known by append key or address. */
export function idempotencyOf(
  call: { key: string; method: string; path: string; request_hash: Buffer },
  by: { connection: Connection | null; append_key: string | undefined; client: string },
): Idempotency {
  return { ...call, principal: sha256(by.connection?.connection_id ?? by.append_key ?? by.client) };
}
