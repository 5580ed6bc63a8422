import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { SourceFailure } from "@/lib/domain/sources/source-failure";
import { env } from "@/lib/platform/env";

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6");

/** Whether an address is one of the public network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !PRIVATE.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** Whether the operator lets sources read from this host, whatever its address is, and without TLS. */
export function isAllowedHost(host: string): boolean {
  return (env().SOURCE_HOSTS ?? "").split(",").some((allowed) => allowed.trim().toLowerCase() === host.toLowerCase());
}

/**
 * The addresses of a host, all of them public unless the operator allows the host. Connect to one of these: the name may
 * have others a moment later. Throws a `SourceFailure`.
 */
export async function addressesOf(url: URL): Promise<string[]> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const found = await lookup(name, { all: true }).catch(() => {
    throw new SourceFailure(`the host ${url.hostname} is not known`);
  });
  const addresses = found.map(({ address }) => address);
  if (!isAllowedHost(url.host) && !addresses.every(isPublicAddress))
    throw new SourceFailure(`the host ${url.hostname} is in a private network, which SOURCE_HOSTS does not allow`);
  return addresses;
}
