import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { SourceFailure } from "@/lib/domain/sources/found";
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

const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks a registry. It may redirect on its own host, and over https to public ones: else its answers could make this
 * machine ask others in its own network. Throws a `SourceFailure` for any other redirect.
 */
export async function fetchFromRegistry(
  address: string,
  options: { signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await fetch(url, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) throw new SourceFailure("the registry redirects to no address");
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) await requirePublic(next);
    url = next.href;
  }
  throw new SourceFailure("the registry redirects too often");
}

/** The name may have other addresses a moment later; then the certificate of the host is not the right one. */
async function requirePublic(url: URL): Promise<void> {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isAllowedHost(url.host)))
    throw new SourceFailure("the registry redirects to another host without https");
  await addressesOf(url);
}

const FIRST_BYTES = 65_536;

/** All bytes of a stream; throws a `SourceFailure` as soon as there are more than `bytesMax`. */
export async function readBytes(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Buffer> {
  // One buffer that grows: a server that sends byte by byte would make as many objects of a small answer.
  let whole = Buffer.allocUnsafe(FIRST_BYTES);
  let bytes = 0;
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const end = bytes + next.value.byteLength;
    if (end > bytesMax) {
      await reader?.cancel();
      throw new SourceFailure(`it has more than ${(bytesMax / 1_048_576).toFixed(0)} MiB`);
    }
    if (end > whole.length) whole = Buffer.concat([whole.subarray(0, bytes)], Math.max(end, 2 * whole.length));
    whole.set(next.value, bytes);
    bytes = end;
  }
  return whole.subarray(0, bytes);
}
