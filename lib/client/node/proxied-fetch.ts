import { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions, request as viaHttp } from "node:http";
import { request as viaHttps } from "node:https";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { proxyFor } from "@/lib/client/node/which-proxy";

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
