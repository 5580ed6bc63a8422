import { isIP } from "node:net";

/**
 * The client's address: the socket's, or, behind `proxies` trusted proxies, the address that the outermost of them saw,
 * which is that many places from the right of X-Forwarded-For. Everything further left is the client's own claim.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const socket = socketAddress ?? "unknown";
  if (proxies === 0 || !forwardedFor) return socket;
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  const claimed = hops.at(-Math.min(proxies, hops.length)) ?? "";
  return isIP(claimed) ? claimed : socket;
}
