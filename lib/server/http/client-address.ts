import { isIP, isIPv6 } from "node:net";

/**
 * The client's address: the socket's, or, behind `proxies` trusted proxies, the address that the outermost of them saw,
 * which is that many places from the right of X-Forwarded-For. Everything further left is the client's own claim. A port,
 * brackets, quotes and blanks around an address are taken off; what is no address then is ignored.
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

/** `192.0.2.1`, `192.0.2.1:567`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, also quoted; null for anything else. */
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
