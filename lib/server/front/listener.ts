import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { getLiveness } from "@/lib/domain/health/process";
import { isStopping, notReadyYet, type StartPhase, startingProblem } from "@/lib/platform/process-state";
import { type Connections, noTunnel, watchConnections, whyUnparsed } from "@/lib/server/front/connections";
import { type Answer, answerAtEdge, refuse, withUsualHeaders } from "@/lib/server/http/answer";
import { transportHeaders } from "@/lib/server/http/security";
import { sendAnswer } from "@/lib/server/http/send-answer";
import { interimAnswer } from "@/lib/server/pages/interim-page";
import { expectsPage } from "@/lib/server/pages/negotiate";

const CLOSE_MS_MAX = 9_000;
/** After shutdown starts, how long a keep-alive connection may still deliver a request that was already sent. */
const KEPT_MS = 500;
/** Time limits for the headers, and for the headers with the body. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 45_000;
/** How often slow requests are checked. At Node's default interval, a 10 s header limit could take 40 s. */
const SLOW_CHECK_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;
/**
 * Connections that wait to be accepted. With Node's 511, one client that opens 2,000 at once makes the system drop
 * those of others, which try again a second later. The system has a limit of its own, 4,096 on Linux by default.
 */
const WAITING_MAX = 4_096;

const LIVENESS = "/api/health/live";
const READINESS = "/api/health/ready";
const PHASE: StartPhase = { name: "starting" };

/** Begins to answer a request and never throws. The result is called once, when the request is over. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => () => void;
type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

export type Listener = {
  readonly connections: Connections;
  /** Binds the port and returns it. */
  open(at: {
    port: number;
    host: string;
    /** Called when the port is in use: returns the next port to try, or throws. */
    whenTaken: () => Promise<number>;
  }): Promise<number>;
  /** Answers all later requests with `handle`. Requests that have begun keep their handler. */
  answerWith(handle: Handle): void;
  onUpgrade(upgrade: Upgrade): void;
  /** Refuses new connections, finishes running requests and resolves within 9 s. */
  close(): Promise<void>;
};

/** An HTTP server with the limits of this service, which says that the server is starting until it gets a handler. */
export function makeListener(): Listener {
  let handle: Handle = answerWhileStarting;
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
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const problem = whyUnparsed(error, socket);
    if (problem) connections.refuse(socket, problem);
    else socket.destroy();
  });
  server.on("connect", (_request, socket: Socket) => connections.refuse(socket, noTunnel()));

  function take(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(transportHeaders())) response.setHeader(name, value);
    if (closing || isStopping()) response.setHeader("connection", "close");
    let over: (() => void) | null = null;
    connections.inTurn(request, response, {
      begin() {
        over = handle(request, response);
      },
      refuse(error) {
        response.setHeader("connection", "close");
        void sendAnswer(request, response, refuse(error));
      },
      over() {
        over?.();
        if (ended) server.closeIdleConnections();
      },
    });
  }

  return {
    connections,
    open: ({ port, host, whenTaken }) => listen(server, port, host, whenTaken),
    answerWith(next) {
      handle = next;
    },
    onUpgrade: (upgrade) => void server.on("upgrade", upgrade),
    close() {
      closing = true;
      return close(server, () => {
        ended = true;
      });
    },
  };
}

function listen(server: Server, port: number, host: string, whenTaken: () => Promise<number>): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      whenTaken().then((next) => resolve(listen(server, next, host, whenTaken)), reject);
    };
    server.once("error", refused);
    server.listen({ port, host, backlog: WAITING_MAX }, () => {
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

/**
 * Answers requests until the server can: liveness, and to everything else a refusal that says when to come back, as a
 * page for a browser. It imports little, so that a start can listen at once.
 */
function answerWhileStarting(request: IncomingMessage, response: ServerResponse): () => void {
  void answerFor(request)
    .then((answer) => sendAnswer(request, response, answer))
    .catch(() => response.destroy());
  return () => {};
}

async function answerFor(request: IncomingMessage): Promise<Answer> {
  try {
    const atEdge = answerAtEdge(request);
    if (atEdge) return atEdge;
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === LIVENESS && isRead) return await liveness();
    if (expectsPage(request)) return interimAnswer(request, PHASE);
    return refuse(path === READINESS ? notReadyYet(PHASE) : startingProblem(PHASE));
  } catch (error) {
    return refuse(error);
  }
}

async function liveness(): Promise<Answer> {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return withUsualHeaders({ status: 200, headers, body: JSON.stringify(await getLiveness()) });
}
