import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Visit } from "@/lib/server/http/admission";
import type { Answer } from "@/lib/server/http/answer";

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

/** A response that is still open after this time counts as an idle stream, not as work. */
const LASTING_MS = 5_000;

/**
 * Answers a node:http request with a finished answer, or with a web-standard `Response`, streamed as it arrives. `answer`
 * may ask for a signal that aborts when the client disconnects. A stream that is still open after 5 s counts as a stream of
 * `visit`; it is cut off if its client has too many.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (signal: () => AbortSignal) => Promise<Answer | Response>,
  visit: Visit | null,
): Promise<void> {
  const gone = () => response.destroyed && !response.writableFinished;
  const signal = () => {
    const abort = new AbortController();
    if (gone()) abort.abort();
    else response.once("close", () => gone() && abort.abort());
    return abort.signal;
  };
  const made = await answer(signal);
  if (!(made instanceof Response)) return sendAnswer(request, response, made);
  const { status, headers, body } = made;
  // An unread body must not be parsed as the next request of a keep-alive connection.
  if (!request.complete) response.setHeader("connection", "close");
  for (const [name, value] of headers) if (name !== "connection") response.setHeader(name, value);
  response.writeHead(status);
  if (!body) {
    response.end();
    return;
  }
  const lasting = setTimeout(() => {
    if (!visit?.stream()) response.destroy();
  }, LASTING_MS);
  try {
    await pipeline(chunksOf(body), response);
  } catch (error) {
    // Ignore errors after the client has disconnected.
    if (!gone()) throw error;
  } finally {
    clearTimeout(lasting);
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}
