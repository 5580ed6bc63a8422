import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "@/lib/platform/errors";
import { refuse } from "@/lib/server/http/edge";
import { transportHeaders } from "@/lib/server/http/security-headers";

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
  const headers = { allow: "GET, HEAD, POST, OPTIONS" };
  return new Problem("method_not_allowed", { detail: "CONNECT is not served here.", headers });
}

/**
 * Writes a refusal without a response object and closes the connection, at most a second later whatever the client
 * does. Does nothing on a connection that is already closing.
 */
export function endByHand(socket: Socket, error: Problem): void {
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
