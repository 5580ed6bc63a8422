import { BlockList, isIP } from "node:net";

type Environment = Record<string, string | undefined>;

/**
 * The proxy for a request, as `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name it, in capital or small
 * letters; small ones come first. Null for a direct connection. Throws a TypeError for an address that is not a proxy
 * of HTTP.
 */
export function proxyFor(target: URL, env: Environment): URL | null {
  const named = target.protocol === "https:" ? "https_proxy" : "http_proxy";
  const address = setting(env, named) || setting(env, "all_proxy");
  if (!address || isExcepted(target, setting(env, "no_proxy") ?? "")) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  // The address may hold a password.
  throw new TypeError(`${named.toUpperCase()} is not the address of an HTTP proxy, such as http://proxy.example:3128.`);
}

function setting(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || env[name.toUpperCase()]?.trim();
}

/**
 * Whether `NO_PROXY` names the target: `*`, hosts with those below them, addresses, and networks; each with a port or
 * none.
 */
function isExcepted(target: URL, list: string): boolean {
  const host = bare(target.hostname);
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "" || entry === "*") return entry === "*";
      const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const wanted = bare(name.replace(/^\*?\./, ""));
      return wanted !== "" && (host === wanted || isBelow(host, wanted) || isInNetwork(host, wanted));
    });
}

function isBelow(host: string, domain: string): boolean {
  return isIP(host) === 0 && host.endsWith(`.${domain}`);
}

function isInNetwork(host: string, entry: string): boolean {
  const [network = "", bits = ""] = entry.split("/");
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}

/** A host without the brackets of an address and without the dot of a full name. */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
