import { isIP, isIPv6 } from "node:net";

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
