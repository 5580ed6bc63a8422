import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "@/lib/errors";
import { refuse } from "@/lib/http/edge";
import type { Answer } from "@/lib/http/problem-answer";

/** Answers a request that the parser refused; closes a connection on which nobody listens any more. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "malformed_request";
  endByHand(socket, refuse(new Problem(code)));
}

/** Answers CONNECT. */
export function refuseTunnel(socket: Socket): void {
  const headers = { allow: "GET, HEAD, POST, OPTIONS" };
  endByHand(socket, refuse(new Problem("method_not_allowed", { detail: "CONNECT is not served here.", headers })));
}

/** Writes an answer where there is no response object, and closes the connection. */
function endByHand(socket: Socket, answer: Answer): void {
  const body = answer.body ?? "";
  const headers = { ...answer.headers, connection: "close", "content-length": Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`, ...lines, "", body].join("\r\n"));
}
