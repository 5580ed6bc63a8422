import { isIPv4 } from "node:net";
import { seal } from "@/lib/platform/secret";

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
