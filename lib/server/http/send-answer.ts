import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Answer } from "@/lib/server/http/problem-answer";

const DRAIN_BYTES_MAX = 1_048_576;
const DRAIN_MS_MAX = 500;

/**
 * Sends a finished answer. The rest of the request body is drained first, within bounds. If some of it is still
 * missing, the connection is closed.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Omit<Answer, "headers" | "body"> & { headers: OutgoingHttpHeaders; body: string | Uint8Array | null },
): Promise<void> {
  if (!request.complete) await drain(request);
  const body = request.method === "HEAD" ? null : answer.body;
  const bodiless = request.method === "HEAD" || answer.status === 204 || answer.status === 304;
  const headers: OutgoingHttpHeaders = answer.headers;
  if (!bodiless) headers["content-length"] = Buffer.byteLength(body ?? "");
  // An unread body must not be parsed as the next request of a keep-alive connection.
  if (!request.complete) headers.connection = "close";
  // One call with a string body: node:http then checks each header once and sends everything in one piece.
  response.writeHead(answer.status, headers);
  response.end(body ?? undefined);
}

/**
 * Drains the rest of a body, within bounds. Closing a socket that is still receiving resets it, and the client would
 * never read the refusal.
 */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const done = () => {
      clearTimeout(timer);
      request.off("data", count);
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES_MAX) done();
    };
    const timer = setTimeout(done, DRAIN_MS_MAX);
    request.on("data", count).once("end", done).once("close", done);
  });
}
