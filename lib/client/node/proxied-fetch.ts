import { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions, request as viaHttp } from "node:http";
import { request as viaHttps } from "node:https";
import { BlockList, connect as connectTcp, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";

type Fetch = typeof globalThis.fetch;

/** The code of an error of a proxy that made no connection, so that nothing was sent. */
const REFUSED = "EPROXY";
const NO_BODY = new Set([204, 205, 304]);

/**
 * A `fetch` that goes through the proxy that the environment names, and is the one of Node where it names none: that one
 * ignores these variables. It follows no redirect. As with every connection of Node, `NODE_EXTRA_CA_CERTS` names
 * certificates to trust besides the usual ones.
 */
export function proxiedFetch(env: Record<string, string | undefined>): Fetch {
  return async (address, init) => {
    const asked = new Request(address, init);
    const target = new URL(asked.url);
    const proxy = proxyFor(target, env);
    if (!proxy) return globalThis.fetch(address, init);
    try {
      return await through(proxy, target, asked);
    } catch (error) {
      asked.signal.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

async function through(proxy: URL, target: URL, asked: Request): Promise<Response> {
  const { method, signal } = asked;
  const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : null;
  const headers: OutgoingHttpHeaders = { ...Object.fromEntries(asked.headers), host: target.host };
  if (body) headers["content-length"] = body.length;
  const options: RequestOptions = { method, headers, signal };
  const answer =
    target.protocol === "https:"
      ? await overTunnel(proxy, target, options, body)
      : await answerTo(viaHttp, { ...options, ...absolute(proxy, target, headers) }, body);
  const { statusCode = 0, statusMessage = "" } = answer;
  const isEmpty = NO_BODY.has(statusCode) || method === "HEAD";
  if (isEmpty) answer.resume();
  const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream);
  return new Response(content, { status: statusCode, statusText: statusMessage, headers: headersOf(answer) });
}

/** A request that the proxy makes itself: it gets the whole address. */
function absolute(proxy: URL, target: URL, headers: OutgoingHttpHeaders): RequestOptions {
  const { origin, pathname, search } = target;
  return {
    path: `${origin}${pathname}${search}`,
    headers: { ...headers, ...authorization(proxy) },
    createConnection: () => connectTo(proxy),
  };
}

/** A request inside a connection through the proxy, which sees the name of the host and nothing else. */
async function overTunnel(
  proxy: URL,
  target: URL,
  options: RequestOptions,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const socket = await tunnel(proxy, `${target.hostname}:${target.port || 443}`, options.signal ?? undefined);
  const host = hostOf(target);
  const secure = connectTls({ socket, host, ...(isIP(host) ? {} : { servername: host }), ALPNProtocols: ["http/1.1"] });
  const path = `${target.pathname}${target.search}`;
  return answerTo(viaHttps, { ...options, host, path, createConnection: () => secure }, body);
}

/** Asks the proxy for a connection to `place`. Throws an error with the code EPROXY if it makes none. */
function tunnel(proxy: URL, place: string, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const headers = { host: place, ...authorization(proxy) };
    const createConnection = () => connectTo(proxy);
    viaHttp({ method: "CONNECT", path: place, headers, createConnection, ...(signal ? { signal } : {}) })
      .once("connect", ({ statusCode, statusMessage }, socket) => {
        if (statusCode === 200) return resolve(socket as Socket);
        socket.destroy();
        const why = `${statusCode} ${statusMessage}`.trim();
        const message = `The proxy ${proxy.host} made no connection to ${place}: ${why}`;
        reject(Object.assign(new Error(message), { code: REFUSED }));
      })
      .once("error", reject)
      .end();
  });
}

function connectTo(proxy: URL): Socket {
  const host = hostOf(proxy);
  if (proxy.protocol === "http:") return connectTcp({ host, port: Number(proxy.port || 80) });
  return connectTls({ host, port: Number(proxy.port || 443), ...(isIP(host) ? {} : { servername: host }) });
}

function answerTo(send: typeof viaHttp, options: RequestOptions, body: Buffer | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    send(options)
      .once("response", resolve)
      .once("error", reject)
      .end(body ?? undefined);
  });
}

function authorization({ username, password }: URL): OutgoingHttpHeaders {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  return headers;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

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
