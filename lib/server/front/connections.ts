import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { tooMany } from "@/lib/server/http/admission";
import { methodNotAllowed, refuse } from "@/lib/server/http/answer";
import { clientKey } from "@/lib/server/http/rate-limit";
import { transportHeaders } from "@/lib/server/http/security";

/** Closes a connection whose client reads nothing of its answer for this long. */
const STALLED_MS = 20_000;
/** Closes a connection whose client takes longer than this to read one answer. */
const SENDING_MS_MAX = 120_000;
const LOOK_MS = 1_000;
/** Bounds the memory used by the requests queued on one connection, even without rate limits. */
const LINE_MAX = 1_000;

/** The work of one request. `over` is called exactly once, even if the connection closes before `begin`. */
type Work = { begin(): void; refuse(error: Problem): void; over(): void };

type Turn = {
  request: IncomingMessage;
  response: ServerResponse;
  begin(): void;
  over(): void;
  sendingSince: number | null;
};

type Connection = {
  key: string;
  /** The request being answered. The requests in `line` wait for its answer. */
  current: Turn | null;
  line: Turn[];
  /** Further input is ignored. */
  isRefused: boolean;
  /** Sent after the last answer; then the connection closes. */
  lastWords: Problem | null;
};

/** The connections of one server. */
export type Connections = {
  /**
   * Begins the work when all earlier requests of the connection are answered, since answers are sent in order anyway.
   * Refuses the first request beyond `REQUESTS_PER_SOCKET`. That refusal must close the connection, and nothing after
   * it is read.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, work: Work): void;
  /** Refuses input that has no response object. The refusal is sent after any answer in progress. */
  refuse(socket: Socket, error: Problem): void;
};

/**
 * Manages a server's connections: each processes one request at a time, each client has a limited number, and slow
 * readers are disconnected.
 */
export function watchConnections(server: Server): Connections {
  const all = new Map<Socket, Connection>();
  /** Least recently used first. */
  const byClient = new Map<string, Set<Socket>>();

  server.timeout = STALLED_MS;
  server.on("connection", open);
  server.on("timeout", (socket: Socket) => {
    // A connection survives while its answer is being prepared, but not when the client does not read it.
    if (!all.get(socket)?.current || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(cutOffSlowReaders, LOOK_MS).unref();
  server.once("close", () => clearInterval(looking));

  function open(socket: Socket): void {
    const key = clientKey(socket.remoteAddress ?? "");
    const connection: Connection = { key, current: null, line: [], isRefused: false, lastWords: null };
    // Node removes its own listener from a socket that requested CONNECT, and an unhandled error would end the process.
    socket.on("error", () => {});
    socket.once("close", () => forget(socket, connection));
    const same = byClient.get(key) ?? new Set();
    byClient.set(key, same);
    all.set(socket, connection);
    same.add(socket);
    if (same.size > socketsMax()) makeRoom(same, socket);
  }

  function forget(socket: Socket, { key, current, line }: Connection): void {
    all.delete(socket);
    const same = byClient.get(key);
    same?.delete(socket);
    if (same?.size === 0) byClient.delete(key);
    // Node emits no end event for responses queued behind another one.
    for (const turn of current ? [current, ...line] : line) turn.over();
  }

  /** Closes the connection that has been idle longest. If none is idle, refuses the newest. */
  function makeRoom(same: Set<Socket>, newest: Socket): void {
    for (const socket of same) {
      if (socket === newest || all.get(socket)?.current) continue;
      same.delete(socket);
      socket.destroy();
      return;
    }
    refuse(newest, tooMany(`${socketsMax()} connections from this address are in use.`));
  }

  function inTurn(request: IncomingMessage, response: ServerResponse, work: Work): void {
    const { socket } = request;
    const connection = all.get(socket);
    if (!connection || connection.isRefused) return;
    const turn: Turn = { request, response, begin: work.begin, over: callOnce(work.over), sendingSince: null };
    if (!connection.current) {
      begin(socket, connection, turn);
      return;
    }
    connection.line.push(turn);
    if (connection.line.length < lineMax()) return;
    connection.isRefused = true;
    socket.pause();
    turn.begin = () => work.refuse(tooMany(`${lineMax()} requests of this connection wait for their answers.`));
  }

  /** Other connections are served in between. Without that, one could have all its answers before any other. */
  function beginLater(socket: Socket, connection: Connection, turn: Turn): void {
    connection.current = turn;
    setImmediate(() => {
      if (all.has(socket)) begin(socket, connection, turn);
    });
  }

  function begin(socket: Socket, connection: Connection, turn: Turn): void {
    connection.current = turn;
    turn.response.once("close", () => {
      turn.over();
      connection.current = null;
      if (!all.has(socket)) return;
      const next = connection.line.shift();
      const same = byClient.get(connection.key);
      if (next) beginLater(socket, connection, next);
      else if (connection.lastWords) endByHand(socket, connection.lastWords);
      // Moves the connection to the end: it is now the most recently used.
      else if (same?.delete(socket)) same.add(socket);
    });
    turn.begin();
  }

  function refuse(socket: Socket, error: Problem): void {
    const connection = all.get(socket);
    const current = connection?.current;
    if (connection) connection.isRefused = true;
    if (connection && current?.request.complete) {
      connection.lastWords = error;
      socket.pause();
    } else if (current?.response.headersSent) socket.destroy();
    else endByHand(socket, error);
  }

  /** A client that reads a byte now and then never counts as idle. */
  function cutOffSlowReaders(): void {
    const now = performance.now();
    for (const [socket, { current }] of all) {
      if (!current) continue;
      if (socket.writableLength === 0) current.sendingSince = null;
      else current.sendingSince ??= now;
      if (current.sendingSince !== null && now - current.sendingSince > SENDING_MS_MAX) socket.destroy();
    }
  }

  return { inTurn, refuse };
}

/** Behind trusted proxies the connections are the proxies' own, and limiting clients is the proxies' job. */
function socketsMax(): number {
  const { RATE_LIMITS, TRUSTED_PROXIES, SOCKETS_PER_ADDRESS } = env();
  return RATE_LIMITS === "on" && TRUSTED_PROXIES === 0 ? SOCKETS_PER_ADDRESS : Number.POSITIVE_INFINITY;
}

function lineMax(): number {
  const { RATE_LIMITS, REQUESTS_PER_SOCKET } = env();
  return RATE_LIMITS === "on" ? REQUESTS_PER_SOCKET : LINE_MAX;
}

function callOnce(call: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) call();
    isDone = true;
  };
}

/** How long a refused client has to read the answer and close. */
const LINGER_MS = 1_000;

/** The reason why the parser rejected input; null when the client has disconnected. */
export function whyUnparsed(error: NodeJS.ErrnoException, socket: Socket): Problem | null {
  if (error.code === "ECONNRESET" || socket.destroyed) return null;
  if (error.code === "HPE_HEADER_OVERFLOW") return new Problem("headers_too_large");
  return new Problem(error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "malformed_request");
}

/** The refusal of CONNECT. */
export function noTunnel(): Problem {
  return methodNotAllowed(["GET", "HEAD", "POST", "OPTIONS"], "CONNECT is not served here.");
}

/**
 * Writes a refusal without a response object and closes the connection, at most a second later whatever the client
 * does. Does nothing on a connection that is already closing.
 */
function endByHand(socket: Socket, error: Problem): void {
  if (socket.writableEnded) return;
  const answer = refuse(error);
  const body = answer.body ?? "";
  const headers = {
    ...transportHeaders(),
    ...answer.headers,
    connection: "close",
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`, ...lines, "", body].join("\r\n"));
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
