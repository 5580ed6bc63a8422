import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import path from "node:path";
import compression from "compression";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { clientAddress } from "@/lib/http/client-address";
import { answerApi } from "@/lib/http/core";
import { answerAtEdge, refuse } from "@/lib/http/edge";
import { CLIENT_HEADER, frontMark, TARGET_HEADER } from "@/lib/http/front";
import { servePage } from "@/lib/http/kept-pages";
import { withLateScripts } from "@/lib/http/late-scripts";
import { metricsAnswer } from "@/lib/http/metrics-answer";
import { negotiate, prefersPage } from "@/lib/http/negotiate";
import { answerMethod } from "@/lib/http/page-methods";
import { readBody } from "@/lib/http/read-body";
import { refuseTunnel, refuseUnparsed } from "@/lib/http/refuse-by-hand";
import { securityHeaders } from "@/lib/http/security-headers";
import { sendAnswer } from "@/lib/http/send-answer";
import { sendResponse } from "@/lib/http/send-response";
import { renderAside } from "@/lib/markdown/render-aside";
import { here, renderer } from "@/lib/markdown/renderer";
import { answerMcp } from "@/lib/mcp/answer-mcp";
import { isMcpPath } from "@/lib/mcp/path";
import { withPageStatus } from "@/lib/page-status";
import { once } from "@/lib/process";
import { isStopping } from "@/lib/stopping";

const IN_FLIGHT_MAX = 200;
const CLOSE_MS_MAX = 9_000;
/** After the call to stop: how long a kept connection may still bring a request that was already on its way. */
const KEPT_MS = 500;
/** How often slow requests are looked for: without it a header of 15 s could take 45. */
const SLOW_CHECK_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;
/** The page that says why a request was refused; to whoever asks for it by its address there is nothing. */
const REFUSED_PATH = "/refused";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Pages = {
  handle: PageHandler;
  upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => Promise<void>;
};
export type RunningServer = { url: string; port: number; close(): Promise<void> };

/**
 * Starts the server in front of Next: it guards the edge, answers the endpoint table itself and hands everything else
 * to Next. `close` refuses new connections, finishes what runs and resolves within 9 s.
 */
export async function startServer(options: {
  port: number;
  host: string;
  dev: boolean;
  dir: string;
  /** Called when the port is taken: the next one to try, or throws. Without it a taken port is an error. */
  whenTaken?: () => Promise<number>;
}): Promise<RunningServer> {
  const pages = await startNext(options);
  if (!options.dev)
    Object.assign(renderer(), renderAside(path.join(options.dir, "lib/markdown/render-thread.mjs"), here));
  const apiByNext = env().API_ADAPTER === "next" || options.dev;
  const compress = compression({ threshold: 1_024 });
  let inFlight = 0;
  let closing = false;
  let ended = false;

  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: SLOW_CHECK_MS,
    },
    (request, response) => {
      inFlight += 1;
      response.once("close", () => {
        inFlight -= 1;
        if (ended) server.closeIdleConnections();
      });
      if (closing || isStopping()) response.setHeader("connection", "close");
      void serve(request, response)
        .catch((error: unknown) => showRefusal(request, response, error))
        .catch((error: unknown) => {
          if (response.headersSent) response.destroy();
          else void sendAnswer(request, response, refuse(error));
        });
    },
  );

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isHealth = request.url?.startsWith("/api/health/") === true;
    if (inFlight > IN_FLIGHT_MAX && !isHealth) {
      throw new Problem("unavailable", { detail: "The server has too much to do.", retryAfterSeconds: 1 });
    }
    const edgeAnswer = answerAtEdge(request);
    if (edgeAnswer) return sendAnswer(request, response, edgeAnswer);
    const target = request.url ?? "/";
    const address = addressOf(request);
    const path = target.split("?", 1)[0] ?? "/";
    const isApi = isApiPath(path);
    // Next's tools for developers post to addresses of their own.
    const methodAnswer = isApi || options.dev ? null : answerMethod(request, path);
    if (methodAnswer) return sendAnswer(request, response, methodAnswer);
    if (path === "/metrics")
      return sendAnswer(request, response, await metricsAnswer(header(request, "authorization")));
    if (isApi && (!apiByNext || isRedirectedByNext(path))) {
      const api = {
        method: request.method ?? "GET",
        target,
        header: (name: string) => header(request, name),
        address,
        body: (bytesMax: number) => readBody(request, bytesMax),
      };
      if (isMcpPath(path)) {
        response.setHeader("x-content-type-options", "nosniff");
        return sendResponse(request, response, (signal) => answerMcp(api, signal));
      }
      return sendAnswer(request, response, await answerApi(api));
    }
    toNext(request, address, target);
    negotiate(request, response);
    const nonce = await readyForPage(request, response);
    if (options.dev) return withPageStatus(response, () => pages.handle(request, response));
    // Whoever opens a page may open a skill next, which waits a second or two for a thread that has yet to start.
    void once("renderer-woken", () => renderer().render("", {}));
    await servePage(request, response, nonce, () => {
      withLateScripts(response, nonce);
      return withPageStatus(response, () => pages.handle(request, response));
    });
  }

  /** What a browser is refused outside the API is said on a page, with the same status. Throws what is said otherwise. */
  async function showRefusal(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
    const isTold = error instanceof Problem && error.status < 500 && prefersPage(request.headers.accept);
    if (!isTold || response.headersSent || isApiPath(request.url ?? "/")) throw error;
    toNext(request, addressOf(request), REFUSED_PATH);
    request.url = REFUSED_PATH;
    if (request.method !== "HEAD") request.method = "GET";
    response.setHeader("cache-control", "no-store");
    for (const [name, value] of Object.entries(error.options.headers ?? {})) response.setHeader(name, value);
    // A body that is still on its way must not become the next request of a kept connection.
    if (!request.complete) response.setHeader("connection", "close");
    const nonce = await readyForPage(request, response);
    if (!options.dev) withLateScripts(response, nonce);
    await withPageStatus(response, () => pages.handle(request, response), error);
  }

  /** Sets what every page is sent with; returns the nonce of its scripts. */
  async function readyForPage(request: IncomingMessage, response: ServerResponse): Promise<string> {
    const nonce = randomBytes(16).toString("base64url");
    for (const [name, value] of Object.entries(securityHeaders(nonce, options.dev))) response.setHeader(name, value);
    request.headers["content-security-policy"] = String(response.getHeader("content-security-policy"));
    await new Promise<void>((resolve) => compress(request as never, response as never, () => resolve()));
    return nonce;
  }

  // Only where there is something to upgrade to: while nobody listens, who offers another protocol is answered in this one.
  if (options.dev) server.on("upgrade", (request, socket: Socket, head) => void pages.upgrade(request, socket, head));
  server.on("clientError", refuseUnparsed);
  server.on("connect", (_request, socket: Socket) => refuseTunnel(socket));
  const port = await listen(server, options.port, options.host, options.whenTaken);
  return {
    url: `http://localhost:${port}`,
    port,
    close: () => {
      closing = true;
      return close(server, () => {
        ended = true;
      });
    },
  };
}

function isApiPath(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path);
}

function addressOf(request: IncomingMessage): string {
  return clientAddress(request.socket.remoteAddress, header(request, "x-forwarded-for"), env().TRUSTED_PROXIES);
}

/** Next redirects these or shows a page before any route handler sees them; to the API they are paths of nothing. */
function isRedirectedByNext(path: string): boolean {
  return path === "/api" || path.endsWith("/") || path.includes("//") || path.includes("\\");
}

/** What Next believes of the client must come from us: it trusts forwarded headers and the Host as sent. */
function toNext(request: IncomingMessage, address: string, target: string): void {
  const base = new URL(env().BASE_URL);
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip") delete request.headers[name];
    if (name.startsWith("x-middleware-") || name.startsWith("x-nextjs-") || name.startsWith("x-matched-"))
      delete request.headers[name];
  }
  request.headers[CLIENT_HEADER] = frontMark(address);
  request.headers[TARGET_HEADER] = target;
  request.headers["x-forwarded-host"] = base.host;
  request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
  request.headers["x-forwarded-for"] = address;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

async function startNext(options: { dev: boolean; dir: string; host: string; port: number }): Promise<Pages> {
  const { default: next } = await import("next");
  const { dev, dir, host: hostname, port } = options;
  // Built pages upgrade to nothing, yet Next would listen on our server for who asks, and leave the request unanswered.
  const app = next({ dev, dir, hostname, port, ...(dev ? {} : { httpServer: createServer() }) });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() };
}

function listen(server: Server, port: number, host: string, whenTaken?: () => Promise<number>): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || !whenTaken) return reject(error);
      whenTaken().then((next) => resolve(listen(server, next, host, whenTaken)), reject);
    };
    server.once("error", refused);
    server.listen(port, host, () => {
      server.off("error", refused);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/**
 * Refuses new connections and lets the open ones finish. A kept connection may carry a request that we have not read
 * yet, so it is not cut at once: for a moment whoever asks on it is answered and told to close.
 */
async function close(server: Server, onEnded: () => void): Promise<void> {
  // Not the close of the HTTP server, which cuts kept connections first.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const kept = setTimeout(() => {
    onEnded();
    server.closeIdleConnections();
  }, KEPT_MS);
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX);
  await closed;
  clearTimeout(kept);
  clearTimeout(late);
  server.close();
}
