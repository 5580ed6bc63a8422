import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";
import { isStopping } from "@/lib/platform/stopping";
import { answerDocument } from "@/lib/server/formats/document";
import { answerMcp } from "@/lib/server/front/answer-mcp";
import { watchConnections } from "@/lib/server/front/connections";
import { noTunnel, whyUnparsed } from "@/lib/server/front/raw-socket-errors";
import { admit, hasBody, type Visit } from "@/lib/server/http/admission";
import { watchBody } from "@/lib/server/http/body-deadline";
import { answerApi } from "@/lib/server/http/core";
import { answerAtEdge, isApiPath, refuse } from "@/lib/server/http/edge";
import { metricsAnswer } from "@/lib/server/http/metrics-answer";
import { clientKey } from "@/lib/server/http/rate-limit";
import { readBody } from "@/lib/server/http/read-body";
import { securityHeaders, transportHeaders } from "@/lib/server/http/security-headers";
import { sendAnswer } from "@/lib/server/http/send-answer";
import { sendResponse } from "@/lib/server/http/send-response";
import { isMcpPath } from "@/lib/server/mcp/path";
import { answerPage, newNonce } from "@/lib/server/pages/answer-page";
import { compressed } from "@/lib/server/pages/compress";
import { documentFor } from "@/lib/server/pages/negotiate";
import { refuseWhenReadsAreSpent, spendForPage } from "@/lib/server/pages/page-budget";
import { withExchange } from "@/lib/server/pages/page-exchange";
import { answerMethod } from "@/lib/server/pages/page-methods";
import { refusalAnswer } from "@/lib/server/pages/refusal-page";
import { startNext } from "@/lib/server/pages/start-next";
import { addressOf, header, isRedirectedByNext, toNext } from "@/lib/server/pages/to-next";
import { renderAside } from "@/lib/text/markdown/render-aside";
import { here, renderer, renderWith } from "@/lib/text/markdown/renderer";

const CLOSE_MS_MAX = 9_000;
/** After shutdown starts, how long a keep-alive connection may still deliver a request that was already sent. */
const KEPT_MS = 500;
/** Time limits for the headers, and for the headers with the body. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 45_000;
/** How often slow requests are checked. At Node's default interval, a 10 s header limit could take 40 s. */
const SLOW_CHECK_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;

export type RunningServer = { url: string; port: number; close(): Promise<void> };

/**
 * Starts the server in front of Next. It rejects malformed requests, answers endpoints and documents from their tables
 * and passes everything else to Next. `close` refuses new connections, finishes running requests and resolves
 * within 9 s.
 */
export async function startServer(options: {
  port: number;
  host: string;
  dev: boolean;
  dir: string;
  /** Called when the port is in use: returns the next port to try, or throws. Without it a port in use is an error. */
  whenTaken?: () => Promise<number>;
}): Promise<RunningServer> {
  const pages = await startNext(options);
  if (!options.dev) renderWith(renderAside(path.join(options.dir, "lib/text/markdown/render-thread.mjs"), here));
  const apiByNext = env().API_ADAPTER === "next" || options.dev;
  let closing = false;
  let ended = false;

  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: HEADERS_MS_MAX,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: SLOW_CHECK_MS,
    // Node would otherwise answer a request without Host itself, without our headers.
    requireHostHeader: false,
  });
  const connections = watchConnections(server);
  server.on("request", take);
  // Likewise for an unknown Expect header, which may be ignored.
  server.on("checkExpectation", take);

  function take(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(transportHeaders())) response.setHeader(name, value);
    if (closing || isStopping()) response.setHeader("connection", "close");
    let visit: Visit | null = null;
    connections.inTurn(request, response, {
      begin() {
        void answer(request, response, () => (visit = visitOf(request, response)));
      },
      refuse(error) {
        response.setHeader("connection", "close");
        void sendAnswer(request, response, refuse(error));
      },
      over() {
        visit?.end();
        if (ended) server.closeIdleConnections();
      },
    });
  }

  /** Null for health checks and metrics: they are always answered and never counted. */
  function visitOf(request: IncomingMessage, response: ServerResponse): Visit | null {
    if (request.url?.startsWith("/api/health/") || request.url === "/metrics") return null;
    const visit = admit(request, clientKey(addressOf(request)));
    response.once("prefinish", () => visit.leave());
    return visit;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, enter: () => Visit | null): Promise<void> {
    let visit: Visit | null = null;
    try {
      visit = enter();
      await serve(request, response, visit);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else await sendAnswer(request, response, await refusalAnswer(pages, request, error, options.dev));
    } finally {
      visit?.leave();
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse, visit: Visit | null): Promise<void> {
    const edgeAnswer = answerAtEdge(request);
    if (edgeAnswer) return sendAnswer(request, response, edgeAnswer);
    const target = request.url ?? "/";
    const address = addressOf(request);
    const [path = "/", query] = target.split("?", 2);
    const isApi = isApiPath(path);
    // Next's developer tools post to their own addresses.
    const methodAnswer = isApi || options.dev ? null : answerMethod(request, path);
    if (methodAnswer) return sendAnswer(request, response, methodAnswer);
    if (path === "/metrics")
      return sendAnswer(request, response, await metricsAnswer(header(request, "authorization")));
    if (isApi && (!apiByNext || isRedirectedByNext(path))) {
      const api = {
        method: request.method ?? "GET",
        target,
        header(name: string) {
          return header(request, name);
        },
        address,
        async body(bytesMax: number) {
          const body = await readBody(request, bytesMax);
          await visit?.begin();
          return body;
        },
      };
      if (request.method !== "POST") await visit?.begin();
      if (isMcpPath(path)) {
        response.setHeader("x-content-type-options", "nosniff");
        return sendResponse(request, response, (signal) => answerMcp(api, signal), visit);
      }
      return sendAnswer(request, response, await answerApi(api));
    }
    const client = clientKey(address);
    refuseWhenReadsAreSpent(response, target, client);
    const spend = () => spendForPage(response, client);
    const document = isApi ? null : documentFor(request, path);
    if (document && (document.negotiated || !apiByNext)) {
      await visit?.begin();
      const make = () => document.make({ search: new URLSearchParams(query), spend });
      const answer = await answerDocument(header(request, "if-none-match"), make);
      const headers = { ...securityHeaders(newNonce(), options.dev), ...answer.headers };
      if (document.negotiated) headers.vary = "Accept";
      return sendAnswer(request, response, await compressed(request, { ...answer, headers }));
    }
    if (hasBody(request)) passBody(request, visit);
    else await visit?.begin();
    toNext(request, address, { isDocument: document !== null });
    const exchange = { address, target, spend };
    // API answers may be streams, and Next's developer tools send their own.
    if (isApi || (options.dev && /^\/_(?:next|_nextjs)/.test(path)))
      return withExchange(exchange, () => pages.handle(request, response));
    // A visitor may open a skill next, and starting the renderer thread takes a second or two, so it starts now.
    if (!options.dev) void singleton("renderer-woken", () => renderer().render("", {}));
    const takesTurn = !path.startsWith("/_next/") && !hasBody(request);
    const asked = { pages, exchange, path, client: takesTurn ? client : null, dev: options.dev };
    await answerPage(request, response, asked);
  }

  /** Next reads the body itself. */
  function passBody(request: IncomingMessage, visit: Visit | null): void {
    const stop = watchBody(request, () => connections.refuse(request.socket, new Problem("request_timeout")));
    request.once("close", stop).once("end", () => {
      stop();
      visit?.count();
    });
  }

  // Upgrades exist only in development. Without a listener Node answers an upgrade request as ordinary HTTP.
  if (options.dev) server.on("upgrade", (request, socket: Socket, head) => void pages.upgrade(request, socket, head));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const problem = whyUnparsed(error, socket);
    if (problem) connections.refuse(socket, problem);
    else socket.destroy();
  });
  server.on("connect", (_request, socket: Socket) => connections.refuse(socket, noTunnel()));
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
 * Refuses new connections and lets open ones finish. A keep-alive connection may carry an unread request, so it is not
 * closed at once: for a moment its requests are still answered, with `Connection: close`.
 */
async function close(server: Server, onEnded: () => void): Promise<void> {
  // `close` of the HTTP server would close keep-alive connections first.
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
